package io.payonce.testbed.lab.plan;

import java.time.Duration;

/**
 * One process that gets into trouble.
 *
 * @param at since the begin of the run
 * @param member {@code payment-worker-2}
 * @param lasts how long it stays dead, or paused, before it is started, or resumed
 */
public record Trouble(Duration at, Kind kind, String member, Duration lasts) {

    /** What happens to it. */
    public enum Kind {
        /** kill -9. */
        KILL,
        /** SIGSTOP, later SIGCONT: a zombie that still believes in its leases. */
        PAUSE,
        /** SIGTERM: as in a rollout. */
        RESTART
    }

    @Override
    public String toString() {
        return "%3d.%d s  %-7s %-18s for %.1f s"
                .formatted(at.toSeconds(), at.toMillisPart() / 100, kind, member, lasts.toMillis() / 1000.0);
    }
}
