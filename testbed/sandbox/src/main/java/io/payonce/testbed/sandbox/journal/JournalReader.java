package io.payonce.testbed.sandbox.journal;

import io.payonce.testbed.sandbox.json.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads a journal from its start, one line at a time, and counts the bytes that are whole. */
final class JournalReader {
    private final Path file;

    JournalReader(Path file) {
        this.file = file;
    }

    /** Returns how many bytes from the start are good; what follows them is one torn line. */
    long read(Map<String, Consumer<JsonNode>> readers) throws IOException {
        try (var in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            long good = 0;
            long number = 0;
            var line = new ByteArrayOutputStream(1024);
            while (nextLine(in, line)) {
                number++;
                if (!understood(line.toByteArray(), readers)) {
                    if (in.read() < 0) {
                        return good;
                    }
                    throw new JournalUnusable(
                            "%s: line %d cannot be read; remove the file to start with an empty ledger"
                                    .formatted(file, number));
                }
                good += line.size() + 1;
            }
            return good;
        }
    }

    /** False at the end, also when bytes without an end of line are left. */
    private static boolean nextLine(InputStream in, ByteArrayOutputStream line) throws IOException {
        line.reset();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                return true;
            }
            line.write(next);
        }
        return false;
    }

    private static boolean understood(byte[] line, Map<String, Consumer<JsonNode>> readers) {
        try {
            var node = Json.MAPPER.readTree(line);
            var reader = readers.get(String.valueOf(Json.text(node, "kind")));
            if (reader == null) {
                return false;
            }
            reader.accept(node.path("data"));
            return true;
        } catch (JacksonException | IllegalArgumentException e) {
            return false;
        }
    }
}
