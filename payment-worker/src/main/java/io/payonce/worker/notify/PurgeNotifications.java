package io.payonce.worker.notify;

import io.payonce.worker.store.NotificationQueue;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/** Forgets what was delivered long enough ago. Parked notifications stay until a person sends or deletes them. */
final class PurgeNotifications {
    /** Rows of one statement, and statements of one run. */
    static final int ROWS_MAX = 1000;

    private static final int STATEMENTS_MAX = 1000;

    private static final Logger log = LoggerFactory.getLogger(PurgeNotifications.class);

    private final NotificationQueue queue;
    private final Duration keptFor;

    PurgeNotifications(NotificationQueue queue, Duration keptFor) {
        this.queue = queue;
        this.keptFor = keptFor;
    }

    /** Returns how many are gone. What is left over is the next run's. */
    @Scheduled(fixedRateString = "${payonce.webhook.purge-interval:1h}", initialDelayString = "1m")
    int runOnce() {
        var purged = 0;
        try {
            for (var statements = 0; statements < STATEMENTS_MAX; statements++) {
                var rows = queue.purgeDelivered(keptFor, ROWS_MAX);
                purged += rows;
                if (rows < ROWS_MAX) {
                    break;
                }
            }
        } catch (DataAccessException e) {
            log.warn("Delivered notifications cannot be purged now; the next run does it", e);
        }
        if (purged > 0) {
            log.info("Purged {} notifications delivered more than {} ago", purged, keptFor);
        }
        return purged;
    }
}
