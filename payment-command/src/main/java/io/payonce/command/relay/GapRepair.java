package io.payonce.command.relay;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.command.store.OutboxReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.springframework.stereotype.Component;

/** Sends outbox rows again straight from the table. Consumers know an event they have seen by its id. */
@Component
class GapRepair {
    private static final int PAGE_ROWS = 1000;

    /** Rows committed a little before the last confirmation may have been on their way. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private final OutboxReader outbox;
    private final OutboxPublisher.Factory publishers;
    private final MeterRegistry metrics;

    GapRepair(OutboxReader outbox, OutboxPublisher.Factory publishers, MeterRegistry metrics) {
        this.outbox = outbox;
        this.publishers = publishers;
        this.metrics = metrics;
    }

    /** How many rows were sent and acknowledged. */
    long resendSince(Instant confirmedAt) {
        var after = new OutboxReader.Position(confirmedAt.minus(MARGIN), new java.util.UUID(0, 0));
        var sent = 0L;
        try (var producer = publishers.producer()) {
            while (true) {
                var page = outbox.page(after, PAGE_ROWS);
                var acknowledgements = new ArrayList<Future<?>>();
                for (var row : page) {
                    acknowledgements.add(producer.send(new OutboxRow(
                                    row.position().id().toString(),
                                    row.topic(),
                                    row.key(),
                                    row.type(),
                                    row.payload(),
                                    OutboxRow.headers(row.headers()))
                            .toKafka()));
                }
                producer.flush();
                check(acknowledgements);
                sent += page.size();
                metrics.counter("payonce_relay_republished").increment(page.size());
                if (page.size() < PAGE_ROWS) {
                    return sent;
                }
                after = page.getLast().position();
            }
        }
    }

    private static void check(List<Future<?>> acknowledgements) {
        try {
            for (var acknowledgement : acknowledgements) {
                acknowledgement.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a row of the gap was not acknowledged; the repair starts again", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped during the repair; the next relay repairs", e);
        }
    }
}
