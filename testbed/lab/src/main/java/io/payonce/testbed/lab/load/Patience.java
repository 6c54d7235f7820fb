package io.payonce.testbed.lab.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waiting that ends early when the run is over. */
final class Patience {
    private final CountDownLatch over = new CountDownLatch(1);

    /** True if the time went by, false if the run is over. */
    boolean pause(Duration time) {
        try {
            return !over.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    void end() {
        over.countDown();
    }
}
