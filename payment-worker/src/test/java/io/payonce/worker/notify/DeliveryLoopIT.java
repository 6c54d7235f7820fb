package io.payonce.worker.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.worker.TestSandbox;
import io.payonce.worker.Workbench;
import io.payonce.worker.WorkerDatabase;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notifiers that share a database, and one that dies at the worst moment, against real receivers. */
class DeliveryLoopIT {
    private WorkerDatabase database;

    @BeforeEach
    void open() {
        database = new WorkerDatabase();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void twoNotifiersSideBySideDeliverEachOnce() {
        try (var receiver = new Receiver();
                var one = new NotifyBench(database, receiver.url(), Checkpoint.NONE);
                var other = new NotifyBench(database, receiver.url(), Checkpoint.NONE)) {
            for (var i = 0; i < 200; i++) {
                one.add();
            }

            one.loop().start();
            other.loop().start();

            Workbench.await(() -> delivered() == 200);
            assertThat(receiver.received())
                    .hasSize(200)
                    .extracting(Receiver.Received::id)
                    .doesNotHaveDuplicates();
            assertThat(receiver.overlaps()).isZero();
        }
    }

    @Test
    void whatWasDeliveredAndNotRecordedIsDeliveredAgainWithItsId() {
        var crashes = new AtomicInteger(1);
        Checkpoint crash = point -> {
            if (point == Point.F2_DELIVERED && crashes.getAndDecrement() > 0) {
                throw new IllegalStateException("forced");
            }
        };
        try (var receiver = new Receiver();
                var bench = new NotifyBench(database, receiver.url(), crash)) {
            var event = bench.add();
            bench.loop().start();
            Workbench.await(() -> receiver.received(event).size() == 1);
            assertThat(delivered()).isZero();

            database.superuser()
                    .sql("UPDATE payonce.notifications SET lease_until = now() - interval '1 second'")
                    .update();

            Workbench.await(() -> delivered() == 1);
            assertThat(receiver.received(event)).hasSize(2);
            assertThat(receiver.overlaps()).isZero();
        }
    }

    @Test
    void oneThatHangsHoldsUpNoOther() {
        try (var receiver = new Receiver();
                var bench = new NotifyBench(database, receiver.url(), Checkpoint.NONE)) {
            var stuck = bench.add();
            receiver.answer(stuck, Receiver.HANG);
            var others = new ArrayList<UUID>();
            for (var i = 0; i < 50; i++) {
                others.add(bench.add());
            }

            bench.loop().start();

            Workbench.await(() -> delivered() == 50);
            assertThat(others)
                    .allSatisfy(event -> assertThat(receiver.received(event)).hasSize(1));
            Workbench.await(() -> delivered() == 51);
            assertThat(receiver.received(stuck)).hasSize(2);
        }
    }

    @Test
    void theDemoShopTakesThemAsGenuine(@TempDir Path data) {
        try (var sandbox = new TestSandbox(data);
                var bench = new NotifyBench(database, shop(sandbox.url()), Checkpoint.NONE)) {
            sandbox.fault("webhook", "error_before", 1, "");
            sandbox.fault("webhook", "drop_after", 1, "");
            var event = bench.add();

            bench.loop().start();

            Workbench.await(() -> delivered() == 1);
            assertThat(sandbox.notifications(PaymentEvents.order(event).value()))
                    .singleElement()
                    .satisfies(told -> {
                        assertThat(told.path("id").asString()).isEqualTo(event.toString());
                        assertThat(told.path("type").asString()).isEqualTo("payment.completed");
                        assertThat(told.path("times").asInt()).isEqualTo(2);
                    });
            assertThat(database.count("notifications WHERE attempt = 3")).isEqualTo(1);
        }
    }

    private static URI shop(URI sandbox) {
        return sandbox.resolve("/shop/webhooks");
    }

    private long delivered() {
        return database.count("notifications WHERE state = 'Delivered'");
    }
}
