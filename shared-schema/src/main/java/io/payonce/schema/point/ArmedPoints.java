package io.payonce.schema.point;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For crash tests: a file in a folder makes a point dangerous once. {@code X3_UPDATED-1} is met by whoever reaches the
 * point first, {@code X3_UPDATED-2} by whoever comes next. The file is renamed to {@code X3_UPDATED-1.PID}, so that one
 * process takes it and the test knows which; then the process halts, or holds until the file is gone, as the file says.
 */
public final class ArmedPoints implements Checkpoint {
    public static final String HALT = "halt";
    public static final String HOLD = "hold";

    private static final Logger log = LoggerFactory.getLogger(ArmedPoints.class);
    private static final int TIMES_MAX = 2;
    private static final int KILLED = 137;
    private static final Duration LOOK_EVERY = Duration.ofMillis(10);

    /** A test that died must not hold a process for ever. */
    private static final Duration HOLD_TIME_MAX = Duration.ofMinutes(2);

    private final Path folder;
    private final Runnable halt;

    ArmedPoints(Path folder, Runnable halt) {
        this.folder = folder;
        this.halt = halt;
    }

    /** {@link Checkpoint#NONE} if no folder is named, which is how production runs. */
    public static Checkpoint in(String folder) {
        if (folder.isBlank()) {
            return NONE;
        }
        log.warn("This process dies or stands still where {} says so; only a crash test wants that", folder);
        return new ArmedPoints(Path.of(folder), () -> Runtime.getRuntime().halt(KILLED));
    }

    @Override
    public void reach(Point point) {
        for (var time = 1; time <= TIMES_MAX; time++) {
            var taken = take(point + "-" + time);
            if (taken.isPresent()) {
                suffer(taken.get());
                return;
            }
        }
    }

    private Optional<Path> take(String name) {
        var armed = folder.resolve(name);
        if (!Files.exists(armed)) {
            return Optional.empty();
        }
        var taken = folder.resolve(name + "." + ProcessHandle.current().pid());
        try {
            return Optional.of(Files.move(armed, taken, StandardCopyOption.ATOMIC_MOVE));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void suffer(Path taken) {
        if (says(taken).equals(HALT)) {
            halt.run();
            return;
        }
        var end = System.nanoTime() + HOLD_TIME_MAX.toNanos();
        while (Files.exists(taken) && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
    }

    private static String says(Path taken) {
        try {
            return Files.readString(taken).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
