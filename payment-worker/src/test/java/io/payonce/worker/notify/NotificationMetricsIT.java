package io.payonce.worker.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.payonce.schema.point.Checkpoint;
import io.payonce.worker.WorkerDatabase;
import io.payonce.worker.store.StoresOfTests;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** The operator sees that a merchant takes nothing, and since when. */
class NotificationMetricsIT {
    @Test
    void whatWaitsForADeadMerchantIsSeen() {
        var meters = new SimpleMeterRegistry();
        try (var database = new WorkerDatabase();
                var bench = new NotifyBench(database, URI.create("http://127.0.0.1:1/"), Checkpoint.NONE)) {
            var metrics = new NotificationMetrics(StoresOfTests.notifications(database.jdbc()), meters);
            metrics.runOnce();
            assertThat(waiting(meters)).isZero();
            assertThat(oldest(meters)).isZero();

            bench.add();
            bench.add();
            database.superuser()
                    .sql("UPDATE payonce.notifications SET waiting_since = now() - interval '90 seconds'")
                    .update();
            metrics.runOnce();

            assertThat(waiting(meters)).isEqualTo(2);
            assertThat(oldest(meters)).isBetween(90.0, 150.0);
        }
    }

    private static double waiting(SimpleMeterRegistry meters) {
        return meters.get("payonce.notifications.waiting").gauge().value();
    }

    private static double oldest(SimpleMeterRegistry meters) {
        return meters.get("payonce.notifications.oldest.waiting").gauge().value();
    }
}
