package io.payonce.worker.notify;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.worker.store.NotificationQueue;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/** How much waits to be delivered and since when, looked up every few seconds. */
final class NotificationMetrics {
    private static final Logger log = LoggerFactory.getLogger(NotificationMetrics.class);
    /** Beyond this the exact number does not matter and only costs time. */
    private static final int COUNTED_MAX = 10_000;

    private final NotificationQueue queue;
    private volatile long waiting;
    private volatile Duration longestWaiting = Duration.ZERO;

    NotificationMetrics(NotificationQueue queue, MeterRegistry meters) {
        this.queue = queue;
        Gauge.builder("payonce.notifications.waiting", () -> waiting).register(meters);
        Gauge.builder("payonce.notifications.oldest.waiting", () -> longestWaiting.toMillis() / 1000.0)
                .baseUnit("seconds")
                .register(meters);
    }

    @Scheduled(fixedDelay = 5, timeUnit = TimeUnit.SECONDS)
    void runOnce() {
        try {
            waiting = queue.waiting(COUNTED_MAX);
            longestWaiting = queue.longestWaiting();
        } catch (DataAccessException e) {
            log.debug("The notifications cannot be measured; the last numbers stand", e);
        }
    }
}
