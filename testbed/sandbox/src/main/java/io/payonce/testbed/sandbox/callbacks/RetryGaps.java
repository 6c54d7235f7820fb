package io.payonce.testbed.sandbox.callbacks;

import java.time.Duration;

/** When a callback that was not taken is sent again: the first gap, doubled up to the largest, until the end. */
public record RetryGaps(Duration first, Duration largest, Duration giveUpAfter) {
    /** 1, 2, 4 … 60 s for 24 hours. */
    public static final RetryGaps STANDARD =
            new RetryGaps(Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofHours(24));

    /** The gap after so many tries without success. */
    Duration after(int tries) {
        var gap = first.multipliedBy(1L << Math.min(tries - 1, 20));
        return gap.compareTo(largest) < 0 ? gap : largest;
    }
}
