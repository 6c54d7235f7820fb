package io.payonce.worker.operation;

import java.time.Duration;

/** How long to wait before the next round, growing with the number of rounds so far (1 = the first). */
public final class Gaps {
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration LONGEST_WHILE_PENDING = Duration.ofMinutes(1);
    private static final int PENDING_TRIES = 10;

    private Gaps() {}

    /** 5 s, 10 s, 20 s … one hour. */
    public static Duration afterSilence(int rounds) {
        return doubled(Duration.ofSeconds(5), rounds, LONGEST);
    }

    /** For what the provider has taken up: 1 s, 2 s, 4 s … one minute ten times, then up to one hour. */
    public static Duration whilePending(int rounds) {
        return rounds <= PENDING_TRIES
                ? doubled(Duration.ofSeconds(1), rounds, LONGEST_WHILE_PENDING)
                : doubled(LONGEST_WHILE_PENDING, rounds - PENDING_TRIES + 1, LONGEST);
    }

    private static Duration doubled(Duration first, int rounds, Duration longest) {
        var doublings = Math.clamp(rounds - 1L, 0, 20);
        var gap = first.multipliedBy(1L << doublings);
        return gap.compareTo(longest) < 0 ? gap : longest;
    }
}
