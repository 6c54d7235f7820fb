package io.payonce.testbed.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Remembers a process by its pid and start time: a pid alone may have passed to somebody else by now. */
final class PidFile {
    private static final Pattern REPLICA = Pattern.compile(".*-([2-9])\\.pid");

    private final Path file;

    PidFile(Path folder, String name) {
        this.file = folder.resolve(name + ".pid");
    }

    void write(long pid) {
        var started = ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .orElse(Instant.EPOCH);
        try {
            Files.createDirectories(file.getParent() == null ? file : file.getParent());
            Files.writeString(file, pid + " " + started.toEpochMilli());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** The process, if it still is the one that was remembered. */
    Optional<ProcessHandle> process() {
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            var parts = Files.readString(file).split(" ", -1);
            var started = Instant.ofEpochMilli(Long.parseLong(parts[1]));
            return ProcessHandle.of(Long.parseLong(parts[0]))
                    .filter(process -> process.info()
                            .startInstant()
                            .filter(started::equals)
                            .isPresent());
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    /** How many of each service the files in the folder tell of. */
    static int replicas(Path folder) {
        try (var files = Files.exists(folder) ? Files.list(folder) : Stream.<Path>empty()) {
            return files.map(file -> REPLICA.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .mapToInt(match -> Integer.parseInt(match.group(1)))
                    .max()
                    .orElse(1);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder, e);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
