package io.payonce.reconciler.sweep;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.store.SessionStore;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Shows whether the sweep keeps up, and what it has asked about in vain. Every instance shows the same. */
@Component
class SweepMetrics {
    /** With doubling gaps from a minute on, so many looks are about two hours. */
    static final int STUCK_AFTER_CHECKS = 7;

    private static final Logger log = LoggerFactory.getLogger(SweepMetrics.class);

    private final SessionStore sessions;
    private volatile Duration overdue = Duration.ZERO;
    private volatile long stuck;

    SweepMetrics(SessionStore sessions, MeterRegistry metrics) {
        this.sessions = sessions;
        metrics.gauge("payonce_sweep_overdue_seconds", this, shown -> shown.overdue.toMillis() / 1000.0);
        metrics.gauge("payonce_sweep_stuck_sessions", this, shown -> shown.stuck);
    }

    @Scheduled(
            initialDelayString = "${payonce.sweep-metrics-interval:15s}",
            fixedDelayString = "${payonce.sweep-metrics-interval:15s}")
    void run() {
        try {
            runOnce();
        } catch (DataAccessException e) {
            log.warn("The sweep's figures stand still until the database answers: {}", e.getMessage());
        }
    }

    void runOnce() {
        overdue = sessions.longestOverdue();
        stuck = sessions.countStuck(STUCK_AFTER_CHECKS);
    }
}
