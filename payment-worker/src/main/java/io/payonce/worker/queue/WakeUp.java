package io.payonce.worker.queue;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Says that there may be work. Signals are not counted: one wakes for all. A lost one costs a poll interval. */
public final class WakeUp {
    private final Semaphore signals = new Semaphore(0);

    public void signal() {
        if (signals.availablePermits() == 0) {
            signals.release();
        }
    }

    /** Returns after a signal or the time, whichever is first. */
    void await(Duration longest) {
        try {
            if (signals.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
                signals.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
