package io.payonce.testbed.lab.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder that the services look into at each point, by the variable {@code PAYONCE_ARMED_POINTS}. The file
 * {@code POINT-1} arms a point for whoever comes first; whoever comes renames it to {@code POINT-1.PID}.
 */
final class ArmedFolder {
    static final String VARIABLE = "PAYONCE_ARMED_POINTS";

    private final Path folder;

    ArmedFolder(Path folder) {
        this.folder = folder;
    }

    /** @param time 1 for whoever comes first, 2 for whoever comes next */
    void arm(CrashPoint point, int time, boolean halts) {
        try {
            Files.createDirectories(folder);
            // Written aside and renamed: who finds the file must find all of it.
            var written = Files.writeString(folder.resolve("." + point + "-" + time), halts ? "halt" : "hold");
            Files.move(written, folder.resolve(point + "-" + time));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot arm " + point, e);
        }
    }

    /** The process that has met the point, if one has. */
    Optional<Long> victim(CrashPoint point, int time) {
        var taken = point + "-" + time + ".";
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(taken))
                    .map(name -> Long.parseLong(name.substring(taken.length())))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whoever is held at the point goes on; nobody else will be. */
    void disarm(CrashPoint point, int time) {
        try {
            Files.deleteIfExists(folder.resolve(point + "-" + time));
            var victim = victim(point, time);
            if (victim.isPresent()) {
                Files.deleteIfExists(folder.resolve(point + "-" + time + "." + victim.get()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
