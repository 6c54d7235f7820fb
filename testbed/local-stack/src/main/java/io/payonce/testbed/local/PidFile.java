package io.payonce.testbed.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Remembers a process by its pid and start time: a pid alone may have passed to somebody else by now. */
final class PidFile {
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

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
