package io.payonce.worker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.schema.value.OrderId;
import io.payonce.worker.Some;
import io.payonce.worker.WorkerDatabase;
import io.payonce.worker.store.NotificationQueue.Afterwards;
import io.payonce.worker.store.NotificationQueue.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

/** Each notification is there once and has one holder at a time; the database's clock says when it was tried enough. */
class NotificationQueueIT {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration GAP = Duration.ofMinutes(5);
    private static final Duration THREE_DAYS = Duration.ofDays(3);
    private static final Failure FAILURE = new Failure(500, "http_500");

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
    void anEventIsInsertedOnceWhateverBecameOfIt() {
        var event = insert();

        assertThat(queue.insertIfAbsent(notification(event))).isFalse();
        assertThat(queue.delivered(claimOne(), 200)).isTrue();
        assertThat(queue.insertIfAbsent(notification(event))).isFalse();
        assertThat(queue.claimDue(10, LEASE)).isEmpty();
    }

    @Test
    void claimingTakesWhatIsDueOnce() {
        var event = insert();
        insert();
        update("due_at = now() + interval '1 hour' WHERE event_id <> '" + event + "'");

        assertThat(queue.claimDue(10, LEASE)).singleElement().satisfies(claimed -> {
            assertThat(claimed.event()).isEqualTo(event);
            assertThat(claimed.payload()).isEqualTo("{\"a\": \"ü\"}");
            assertThat(claimed.attempt()).isEqualTo(1);
        });
        assertThat(queue.claimDue(10, LEASE)).isEmpty();
        assertThat(queue.nextDueIn())
                .get()
                .satisfies(in -> assertThat(in).isBetween(Duration.ofMinutes(59), Duration.ofHours(1)));
    }

    @Test
    void manyClaimersTakeEachOnce() throws Exception {
        for (var i = 0; i < 200; i++) {
            insert();
        }

        var claimed = race(8, () -> {
            var mine = new ArrayList<Notification>();
            for (var empty = 0; empty < 3; ) {
                var some = queue.claimDue(7, LEASE);
                mine.addAll(some);
                empty = some.isEmpty() ? empty + 1 : 0;
            }
            return mine;
        });

        assertThat(claimed).hasSize(200).extracting(Notification::event).doesNotHaveDuplicates();
        assertThat(claimed).extracting(Notification::epoch).containsOnly(1L);
    }

    @Test
    void anOutlivedLeaseIsTakenOverAndItsHolderWritesNothing() {
        insert();
        var late = claimOne();
        update("lease_until = now() - interval '1 second'");
        var next = claimOne();

        assertThat(next.epoch()).isEqualTo(late.epoch() + 1);
        assertThat(queue.delivered(late, 200)).isFalse();
        assertThat(queue.failed(late, FAILURE, GAP, THREE_DAYS)).isEqualTo(Afterwards.LOST);
        assertThat(queue.delivered(next, 204)).isTrue();
        assertThat(queue.delivered(next, 204)).isFalse();
        assertThat(queue.failed(next, FAILURE, GAP, THREE_DAYS)).isEqualTo(Afterwards.LOST);
        assertThat(database.count("notifications WHERE state = 'Delivered' AND last_status = 204"))
                .isEqualTo(1);
    }

    @Test
    void aFailedOneWaitsForItsGap() {
        insert();

        assertThat(queue.failed(claimOne(), FAILURE, GAP, THREE_DAYS)).isEqualTo(Afterwards.WAITING);

        assertThat(queue.claimDue(10, LEASE)).isEmpty();
        assertThat(queue.nextDueIn()).get().satisfies(in -> assertThat(in).isBetween(Duration.ofMinutes(4), GAP));
        update("due_at = now()");
        assertThat(claimOne().attempt()).isEqualTo(2);
    }

    @Test
    void triesEndThreeDaysAfterTheFirstByTheClockOfTheDatabase() {
        insert();
        update("waiting_since = now() - interval '3 days' + interval '1 minute'");

        assertThat(queue.failed(claimOne(), FAILURE, GAP, THREE_DAYS)).isEqualTo(Afterwards.WAITING);
        assertThat(queue.nextDueIn()).get().satisfies(in -> assertThat(in).isLessThan(Duration.ofMinutes(1)));

        update("due_at = now(), waiting_since = now() - interval '3 days'");
        assertThat(queue.failed(claimOne(), FAILURE, GAP, THREE_DAYS)).isEqualTo(Afterwards.PARKED);
        assertThat(queue.claimDue(10, LEASE)).isEmpty();
        assertThat(parked.list(null, 10))
                .singleElement()
                .satisfies(one -> assertThat(one.lastError()).isEqualTo("http_500"));
    }

    @Test
    void whatWaitsIsCountedUpToABoundAndTimed() {
        assertThat(queue.longestWaiting()).isZero();
        for (var i = 0; i < 5; i++) {
            insert();
        }
        update("waiting_since = now() - interval '1 minute'");

        assertThat(queue.waiting(100)).isEqualTo(5);
        assertThat(queue.waiting(3)).isEqualTo(3);
        assertThat(queue.longestWaiting()).isGreaterThanOrEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void purgingTakesOldDeliveredOnesUpToItsLimitAndNothingElse() {
        for (var i = 0; i < 7; i++) {
            insert();
        }
        update("state = 'Delivered', delivered_at = now() - interval '8 days'");
        insert();
        park(insert());
        update("created_at = now() - interval '9 days'");
        var young = insert();
        update("state = 'Delivered', delivered_at = now() WHERE event_id = '" + young + "'");

        assertThat(queue.purgeDelivered(Duration.ofDays(7), 5)).isEqualTo(5);
        assertThat(queue.purgeDelivered(Duration.ofDays(7), 5)).isEqualTo(2);
        assertThat(queue.purgeDelivered(Duration.ofDays(7), 5)).isZero();
        assertThat(database.count("notifications")).isEqualTo(3);
    }

    @Test
    void theHotQueriesUseTheirIndexes() {
        assertThat(plan("SELECT event_id FROM payonce.notifications WHERE state = 'Waiting' AND due_at <= now()"
                        + " AND (lease_until IS NULL OR lease_until < now()) ORDER BY due_at LIMIT 10"))
                .contains("notifications_due")
                .doesNotContain("Sort");
        assertThat(plan("SELECT min(waiting_since) FROM payonce.notifications WHERE state = 'Waiting'"))
                .contains("notifications_undelivered")
                .contains("Limit");
        assertThat(plan("SELECT event_id FROM payonce.notifications WHERE state = 'Parked'"
                        + " ORDER BY waiting_since, event_id LIMIT 10"))
                .contains("notifications_undelivered")
                .doesNotContain("Sort");
        assertThat(plan("SELECT event_id FROM payonce.notifications WHERE state = 'Delivered'"
                        + " AND delivered_at < now() ORDER BY delivered_at LIMIT 10"))
                .contains("notifications_to_purge")
                .doesNotContain("Sort");
    }

    @Test
    void onlyTheWorkerTouchesThem() {
        assertThatThrownBy(() -> database.transactionOfSuperuser().executeWithoutResult(transaction -> {
                    database.superuser().sql("SET LOCAL ROLE payonce_command").update();
                    database.superuser()
                            .sql("SELECT count(*) FROM payonce.notifications")
                            .query(Long.class)
                            .single();
                }))
                .isInstanceOf(DataAccessException.class)
                .hasStackTraceContaining("permission denied");
    }

    private static @Nullable String plan(String query) {
        return database.transactionOfSuperuser().execute(transaction -> {
            database.superuser().sql("SET LOCAL enable_seqscan = off").update();
            return String.join(
                    "\n",
                    database.superuser()
                            .sql("EXPLAIN " + query)
                            .query(String.class)
                            .list());
        });
    }

    private static UUID insert() {
        var event = Some.IDS.next();
        assertThat(queue.insertIfAbsent(notification(event))).isTrue();
        return event;
    }

    private static Notification.New notification(UUID event) {
        return new Notification.New(
                event, new OrderId("order-1"), Some.IDS.nextPayment(), "payment.completed", "{\"a\": \"ü\"}");
    }

    private static void park(UUID event) {
        update("state = 'Parked', parked_at = now(), attempt = 80, waiting_since = now() - interval '3 days'"
                + " WHERE event_id = '" + event + "'");
    }

    private static void update(String set) {
        database.superuser().sql("UPDATE payonce.notifications SET " + set).update();
    }

    private static Notification claimOne() {
        return queue.claimDue(1, LEASE).getFirst();
    }

    /** Waits for all racers and adds up what they got. */
    private static List<Notification> race(int racers, Callable<List<Notification>> racer) throws Exception {
        var barrier = new CyclicBarrier(racers);
        var all = new ArrayList<Notification>();
        try (var threads = Executors.newFixedThreadPool(racers)) {
            var running = new ArrayList<Future<List<Notification>>>();
            for (var i = 0; i < racers; i++) {
                running.add(threads.submit(() -> {
                    barrier.await();
                    return racer.call();
                }));
            }
            for (var one : running) {
                all.addAll(one.get());
            }
        }
        return all;
    }
}
