package io.payonce.testbed.lab.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Searches the services' logs for what must not be in them. */
final class LogReader {
    /** More would only say the same again. */
    private static final int SUSPECTS_MAX = 50;

    private final Path folder;

    LogReader(Path folder) {
        this.folder = folder;
    }

    Traces read(List<String> keys, List<String> codes) {
        var secrets = new Secrets(keys, codes);
        var suspects = new ArrayList<Traces.Line>();
        try (var files = Files.list(folder)) {
            for (var file : files.sorted().toList()) {
                search(file, secrets, suspects);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the logs in " + folder, e);
        }
        return new Traces(keys, codes, suspects);
    }

    private static void search(Path file, Secrets secrets, List<Traces.Line> suspects) throws IOException {
        var number = 0;
        try (var lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (suspects.size() < SUSPECTS_MAX && secrets.areIn(line)) {
                    suspects.add(new Traces.Line(file.getFileName().toString(), number, line));
                }
            }
        }
    }
}
