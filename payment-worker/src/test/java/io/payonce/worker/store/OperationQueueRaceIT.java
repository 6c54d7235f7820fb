package io.payonce.worker.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.worker.Some;
import io.payonce.worker.WorkerDatabase;
import io.payonce.worker.operation.NewOperation;
import io.payonce.worker.operation.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/** Claimers that race: each operation has one holder, and each session one operation in work. */
class OperationQueueRaceIT {
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
    void manyClaimersTakeEachOperationOnce() throws Exception {
        for (var i = 0; i < 200; i++) {
            insert(Some.registration(Some.IDS.nextPayment()));
        }

        var claimed = race(8, () -> {
            var mine = new ArrayList<Operation>();
            for (var empty = 0; empty < 3; ) {
                var some = claim(7);
                mine.addAll(some);
                empty = some.isEmpty() ? empty + 1 : 0;
            }
            return mine;
        });

        assertThat(claimed).hasSize(200).extracting(Operation::id).doesNotHaveDuplicates();
        assertThat(claimed).extracting(Operation::epoch).containsOnly(1L);
    }

    @Test
    void operationsOfOneSessionAreNeverHeldSideBySide() throws Exception {
        for (var round = 0; round < 50; round++) {
            empty();
            insertSeveralOfOneSession();

            var claimed = race(6, () -> claim(1));

            assertThat(claimed).hasSizeLessThanOrEqualTo(1);
            assertThat(database.count("provider_operations WHERE lease_until > now()"))
                    .isEqualTo(claimed.size());
        }
    }

    @Test
    void aClaimThatIsNotCommittedYetKeepsItsSessionToItself() {
        insertSeveralOfOneSession();

        var others = transactions.execute(transaction -> {
            assertThat(queue.claimDue("sandbox", 1, LEASE)).hasSize(1);
            return inAnotherThread(() -> claim(1));
        });

        assertThat(others).isEmpty();
        assertThat(claim(10)).isEmpty();
    }

    private static void insertSeveralOfOneSession() {
        var session = Some.IDS.nextPayment();
        insert(Some.registration(session));
        insert(Some.check(session));
        insert(Some.lateReversal(session));
        insert(Some.lateReversal(session));
    }

    private static List<Operation> inAnotherThread(Callable<List<Operation>> work) {
        try (var thread = Executors.newSingleThreadExecutor()) {
            return thread.submit(work).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
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

    /** Waits for all racers and adds up what they got. */
    private static List<Operation> race(int racers, Callable<List<Operation>> racer) throws Exception {
        var barrier = new CyclicBarrier(racers);
        var all = new ArrayList<Operation>();
        try (var threads = Executors.newFixedThreadPool(racers)) {
            var running = new ArrayList<Future<List<Operation>>>();
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
