package io.payonce.worker.queue;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.worker.call.ProviderGate;
import io.payonce.worker.call.ProviderLines;
import io.payonce.worker.operation.Operation.Kind;
import io.payonce.worker.store.QueueDepth;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/** What the queue holds, looked up every few seconds, and the breakers' states. */
public final class QueueMetrics {
    private static final Logger log = LoggerFactory.getLogger(QueueMetrics.class);
    /** Beyond this the exact number does not matter and only costs time. */
    private static final int COUNTED_MAX = 10_000;

    private final QueueDepth depth;
    private volatile Map<String, Long> open = Map.of();
    private volatile Duration longestDue = Duration.ZERO;

    public QueueMetrics(QueueDepth depth, ProviderLines lines, MeterRegistry meters) {
        this.depth = depth;
        for (var kind : Kind.values()) {
            Gauge.builder("payonce.queue.depth", () -> open.getOrDefault(kind.label(), 0L))
                    .tag("kind", kind.label())
                    .register(meters);
        }
        Gauge.builder("payonce.queue.oldest.due", () -> longestDue.toMillis() / 1000.0)
                .baseUnit("seconds")
                .register(meters);
        for (var provider : lines.names()) {
            Gauge.builder("payonce.breaker.state", lines.to(provider).gate(), QueueMetrics::number)
                    .description("0 closed, 1 trying again, 2 open")
                    .tag("provider", provider)
                    .register(meters);
        }
    }

    @Scheduled(fixedDelay = 5, timeUnit = TimeUnit.SECONDS)
    public void runOnce() {
        try {
            open = depth.depth(COUNTED_MAX);
            longestDue = depth.longestDue();
        } catch (DataAccessException e) {
            log.debug("The queue cannot be measured; the last numbers stand", e);
        }
    }

    private static double number(ProviderGate gate) {
        return switch (gate.state()) {
            case OPEN, FORCED_OPEN -> 2;
            case HALF_OPEN -> 1;
            default -> 0;
        };
    }
}
