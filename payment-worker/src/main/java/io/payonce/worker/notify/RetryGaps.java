package io.payonce.worker.notify;

import java.time.Duration;
import java.util.List;

/** How long to wait after each try that failed. */
record RetryGaps(List<Duration> steps) {
    /** So many notifications that failed together do not all come back together. */
    private static final double SPREAD = 0.1;

    RetryGaps {
        steps = List.copyOf(steps);
    }

    /**
     * @param tries made so far, 1 after the first; beyond the last step its gap is used again
     * @param chance between 0 and 1, adds up to a tenth
     */
    Duration after(int tries, double chance) {
        var step = steps.get(Math.clamp(tries - 1L, 0, steps.size() - 1));
        return step.plusNanos((long) (step.toNanos() * SPREAD * chance));
    }
}
