package io.payonce.worker.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.value.OrderId;
import io.payonce.worker.Some;
import io.payonce.worker.WorkerDatabase;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A redrive begins a new series of tries for what is parked, and for nothing else. */
class ParkedNotificationsIT {
    private static WorkerDatabase database;
    private static NotificationQueue queue;
    private static ParkedNotifications parked;

    @BeforeAll
    static void open() {
        database = new WorkerDatabase();
        queue = new NotificationQueue(database.jdbc());
        parked = new ParkedNotifications(database.jdbc());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        database.superuser().sql("TRUNCATE payonce.notifications").update();
    }

    @Test
    void aRedriveBeginsANewSeriesSpreadOverTime() {
        for (var i = 0; i < 5; i++) {
            park(insert());
        }

        assertThat(parked.redrive(null, 4, 2))
                .hasSize(4)
                .allSatisfy(one -> assertThat(one.redrivenCount()).isEqualTo(1));

        assertThat(parked.count()).isEqualTo(1);
        assertThat(database.count("notifications WHERE state = 'Waiting' AND due_at <= now() AND attempt = 0"))
                .isEqualTo(2);
        assertThat(database.count("notifications WHERE due_at - redriven_at = interval '1 second'"))
                .isEqualTo(2);
        assertThat(queue.longestWaiting()).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void aRedriveTakesTheNamedOneAndNothingThatIsNotParked() {
        var event = insert();
        park(event);
        park(insert());
        var waiting = insert();

        assertThat(parked.redrive(event, 10, 10)).hasSize(1);
        assertThat(parked.redrive(event, 10, 10)).isEmpty();
        assertThat(parked.redrive(waiting, 10, 10)).isEmpty();
        assertThat(parked.redrive(UUID.fromString("00000000-0000-0000-0000-000000000000"), 10, 10))
                .isEmpty();
        assertThat(parked.count()).isEqualTo(1);
    }

    @Test
    void theHolderOfAParkedOneWritesNothingAfterARedrive() {
        var event = insert();
        var late = queue.claimDue(1, Duration.ofSeconds(30)).getFirst();
        update("state = 'Parked', parked_at = now()");
        parked.redrive(event, 1, 1);

        assertThat(queue.delivered(late, 200)).isFalse();
    }

    private static UUID insert() {
        var event = Some.IDS.next();
        queue.insertIfAbsent(
                new Notification.New(event, new OrderId("order-1"), Some.IDS.nextPayment(), "payment.completed", "{}"));
        return event;
    }

    private static void park(UUID event) {
        update("state = 'Parked', parked_at = now(), attempt = 80, waiting_since = now() - interval '3 days'"
                + " WHERE event_id = '" + event + "'");
    }

    private static void update(String set) {
        database.superuser().sql("UPDATE payonce.notifications SET " + set).update();
    }
}
