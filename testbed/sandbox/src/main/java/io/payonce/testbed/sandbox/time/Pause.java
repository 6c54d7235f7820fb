package io.payonce.testbed.sandbox.time;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Holds the calling virtual thread: misbehaving on time is this program's work. */
public final class Pause {
    private Pause() {}

    /** Returns after the duration, or at once when the thread is interrupted. */
    public static void of(Duration duration) {
        var until = System.nanoTime() + duration.toNanos();
        for (var left = duration.toNanos(); left > 0 && !Thread.currentThread().isInterrupted(); ) {
            LockSupport.parkNanos(left);
            left = until - System.nanoTime();
        }
    }
}
