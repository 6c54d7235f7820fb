package io.payonce.worker.call;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waiting between calls, which the end of the process cuts short, and the monotonic time of budgets. Thread-safe. */
public final class Pauses {
    private final CountDownLatch stopping = new CountDownLatch(1);

    /** Waits; false if the process is to end. */
    public boolean pass(Duration length) {
        try {
            return !stopping.await(length.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends all pauses, those to come too. */
    public void stop() {
        stopping.countDown();
    }

    public boolean areStopped() {
        return stopping.getCount() == 0;
    }

    long nanos() {
        return System.nanoTime();
    }
}
