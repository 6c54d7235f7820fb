package io.payonce.worker.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.payonce.worker.Some;
import io.payonce.worker.WorkerDatabase;
import io.payonce.worker.call.ProviderLines;
import io.payonce.worker.store.StoresOfTests;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The operator sees that provider operations are not taken up; those that are in work do not count. */
class QueueMetricsIT {
    @Test
    void operationsThatNobodyTakesAreSeen() {
        var meters = new SimpleMeterRegistry();
        try (var database = new WorkerDatabase()) {
            var metrics = new QueueMetrics(StoresOfTests.depth(database.jdbc()), new ProviderLines(Map.of()), meters);
            metrics.runOnce();
            assertThat(longestDue(meters)).isZero();

            var queue = StoresOfTests.queue(database.jdbc());
            queue.insertIfAbsent(Some.IDS.next(), Some.registration(Some.IDS.nextPayment()));
            queue.insertIfAbsent(Some.IDS.next(), Some.registration(Some.IDS.nextPayment()));
            database.superuser()
                    .sql("UPDATE payonce.provider_operations SET due_at = now() - interval '90 seconds'")
                    .update();
            metrics.runOnce();

            assertThat(meters.get("payonce.queue.depth")
                            .tag("kind", "register")
                            .gauge()
                            .value())
                    .isEqualTo(2);
            assertThat(longestDue(meters)).isBetween(90.0, 150.0);

            database.transactions()
                    .executeWithoutResult(transaction -> assertThat(queue.claimDue("sandbox", 2, Duration.ofMinutes(1)))
                            .hasSize(2));
            metrics.runOnce();
            assertThat(longestDue(meters)).isZero();
        }
    }

    private static double longestDue(SimpleMeterRegistry meters) {
        return meters.get("payonce.queue.oldest.due").gauge().value();
    }
}
