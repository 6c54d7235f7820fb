package io.payonce.worker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.worker.Some;
import io.payonce.worker.WorkerDatabase;
import io.payonce.worker.operation.NewOperation;
import io.payonce.worker.operation.Operation;
import io.payonce.worker.operation.Operation.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/** Each operation has one holder at a time, each session one operation in work, and a late holder writes nothing. */
class OperationQueueIT {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static WorkerDatabase database;
    private static OperationQueue queue;
    private static TransactionTemplate transactions;

    @BeforeAll
    static void open() {
        database = new WorkerDatabase();
        queue = new OperationQueue(database.jdbc());
        transactions = database.transactions();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        database.superuser().sql("TRUNCATE payonce.provider_operations").update();
    }

    @Test
    void claimingTakesWhatIsDueAndNothingElse() {
        var due = Some.IDS.nextPayment();
        var later = Some.IDS.nextPayment();
        insert(Some.registration(due));
        insert(Some.registration(later));
        database.superuser()
                .sql("UPDATE payonce.provider_operations SET due_at = now() + interval '1 hour' WHERE session_id = :id")
                .param("id", later.value())
                .update();

        var claimed = claim(10);

        assertThat(claimed).singleElement().satisfies(operation -> {
            assertThat(operation.session()).isEqualTo(due);
            assertThat(operation.attempt()).isEqualTo(1);
            assertThat(operation.epoch()).isEqualTo(1);
            assertThat(operation.money()).isEqualTo(Some.MONEY);
            assertThat(operation.sentBefore()).isFalse();
        });
        assertThat(claim(10)).isEmpty();
        assertThat(queue.nextDueIn())
                .get()
                .satisfies(in -> assertThat(in).isBetween(Duration.ofMinutes(59), Duration.ofHours(1)));
    }

    @Test
    void claimingNeedsTheLimitAndTheProvider() {
        for (var i = 0; i < 5; i++) {
            insert(Some.registration(Some.IDS.nextPayment()));
        }

        assertThat(claim(2)).hasSize(2);
        assertThat(claim("other", 10)).isEmpty();
        assertThat(claim(10)).hasSize(3);
    }

    @Test
    void aReverseGoesFirstAndHoldsTheRegistrationBack() {
        var session = Some.IDS.nextPayment();
        insert(Some.registration(session));
        insert(Some.cancellation(session));

        var reverse = claim(10);
        assertThat(reverse).extracting(Operation::kind).containsExactly(Kind.REVERSE);

        assertThat(queue.postpone(reverse.getFirst(), Duration.ofHours(1), null, null))
                .isTrue();
        assertThat(claim(10)).isEmpty();
    }

    @Test
    void aReverseWaitsForARunningRegistration() {
        var session = Some.IDS.nextPayment();
        insert(Some.registration(session));
        var registration = claim(10).getFirst();
        insert(Some.cancellation(session));

        assertThat(claim(10)).isEmpty();

        queue.postpone(registration, Duration.ZERO, null, "UNKNOWN");
        assertThat(claim(10)).extracting(Operation::kind).containsExactly(Kind.REVERSE);
    }

    @Test
    void anOutlivedLeaseIsTakenOverAndItsHolderWritesNothing() {
        insert(Some.registration(Some.IDS.nextPayment()));
        var late = claim(1).getFirst();
        assertThat(queue.markSent(late, LEASE)).isTrue();
        endLeases();
        var next = claim(1).getFirst();

        assertThat(next.epoch()).isEqualTo(late.epoch() + 1);
        assertThat(next.sentBefore()).isTrue();
        assertThat(queue.markSent(late, LEASE)).isFalse();
        assertThat(queue.end(late, "created", "p1")).isFalse();
        assertThat(queue.postpone(late, Duration.ZERO, null, null)).isFalse();
        assertThat(queue.putBack(late, Duration.ZERO)).isFalse();
        assertThat(queue.end(next, "created", "p2")).isTrue();
        assertThat(queue.registration(next.session()).orElseThrow().providerPaymentId())
                .isEqualTo("p2");
        assertThat(queue.end(next, "created", "p3")).isFalse();
    }

    @Test
    void aTakenOverRegistrationCanNoLongerBeSent() {
        var session = Some.IDS.nextPayment();
        insert(Some.registration(session));
        var zombie = claim(1).getFirst();
        endLeases();
        insert(Some.cancellation(session));
        assertThat(claim(1)).extracting(Operation::kind).containsExactly(Kind.REVERSE);

        assertThat(queue.takeOverRegistration(session).orElseThrow().isUntouched())
                .isTrue();

        assertThat(queue.markSent(zombie, LEASE)).isFalse();
        assertThat(queue.replaceRegistration(session)).isTrue();
        assertThat(queue.replaceRegistration(session)).isTrue();
    }

    @Test
    void aSentRegistrationIsNotReplaced() {
        var session = Some.IDS.nextPayment();
        insert(Some.registration(session));
        queue.markSent(claim(1).getFirst(), LEASE);

        assertThat(queue.replaceRegistration(session)).isFalse();
        assertThat(queue.registration(session).orElseThrow().isUntouched()).isFalse();
    }

    @Test
    void aPutBackTryDoesNotCount() {
        insert(Some.registration(Some.IDS.nextPayment()));
        queue.putBack(claim(1).getFirst(), Duration.ZERO);

        assertThat(claim(1).getFirst().attempt()).isEqualTo(1);
    }

    @Test
    void eachKindIsInsertedOnceAndChecksOneAtATime() {
        var session = Some.IDS.nextPayment();

        assertThat(insert(Some.registration(session))).isTrue();
        assertThat(insert(Some.registration(session))).isFalse();
        assertThat(insert(Some.cancellation(session))).isTrue();
        assertThat(insert(Some.cancellation(session))).isFalse();
        assertThat(insert(Some.lateReversal(session))).isTrue();
        assertThat(insert(Some.check(session))).isTrue();
        assertThat(insert(Some.check(session))).isFalse();
        assertThat(queue.isReversed(session)).isTrue();

        database.superuser()
                .sql("UPDATE payonce.provider_operations SET state = 'Done', outcome = 'found' WHERE kind = 'check'")
                .update();
        assertThat(insert(Some.check(session))).isTrue();
    }

    @Test
    void claimingOutsideATransactionIsABug() {
        assertThat(new QueueDepth(database.jdbc()).depth(10)).isEmpty();
        insert(Some.registration(Some.IDS.nextPayment()));

        assertThatThrownBy(() -> queue.claimDue("sandbox", 1, LEASE)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theDepthIsCountedByKind() {
        var depth = new QueueDepth(database.jdbc());
        assertThat(depth.longestDue()).isZero();
        insert(Some.registration(Some.IDS.nextPayment()));
        insert(Some.check(Some.IDS.nextPayment()));
        database.superuser()
                .sql("UPDATE payonce.provider_operations SET due_at = now() - interval '1 minute'")
                .update();

        assertThat(depth.depth(100)).containsEntry("register", 1L).containsEntry("check", 1L);
        assertThat(depth.longestDue()).isGreaterThanOrEqualTo(Duration.ofMinutes(1));
    }

    private static boolean insert(NewOperation operation) {
        return queue.insertIfAbsent(Some.IDS.next(), operation);
    }

    private static List<Operation> claim(int most) {
        return claim("sandbox", most);
    }

    private static List<Operation> claim(String provider, int most) {
        var claimed = transactions.execute(transaction -> queue.claimDue(provider, most, LEASE));
        return claimed == null ? List.of() : claimed;
    }

    private static void endLeases() {
        database.superuser()
                .sql("UPDATE payonce.provider_operations SET lease_until = now() - interval '1 second'"
                        + " WHERE lease_until IS NOT NULL")
                .update();
    }
}
