package io.payonce.worker.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.point.Point;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.PaymentId;
import io.payonce.worker.Some;
import io.payonce.worker.TestSandbox;
import io.payonce.worker.Workbench;
import io.payonce.worker.WorkerDatabase;
import io.payonce.worker.call.ProviderLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.QueryTimeoutException;

/** Forced at the named points: a late holder's result is dropped, a crash anywhere makes no second payment. */
class RunOperationIT {
    private static final ProviderLimits TOUCHY = new ProviderLimits(8, 500, 4, 50, Duration.ofSeconds(1), 2);

    private static WorkerDatabase database;
    private static TestSandbox sandbox;

    private final Map<Point, Runnable> atPoint = new ConcurrentHashMap<>();
    private Workbench bench;

    @BeforeAll
    static void open(@TempDir Path data) {
        database = new WorkerDatabase();
        sandbox = new TestSandbox(data);
    }

    @AfterAll
    static void close() {
        sandbox.close();
        database.close();
    }

    @BeforeEach
    void openBench() {
        bench = new Workbench(
                database,
                sandbox.url(),
                point -> atPoint.getOrDefault(point, () -> {}).run());
    }

    @AfterEach
    void closeBench() {
        sandbox.clearFaults();
        bench.close();
    }

    @Test
    void aResultThatComesAfterTheLeaseIsDropped() {
        var session = Some.IDS.nextPayment();
        atPoint.put(Point.W6_ANSWER_READ, () -> {
            atPoint.remove(Point.W6_ANSWER_READ);
            bench.later(Duration.ofMinutes(1));
            database.transactions().execute(transaction -> bench.queue().claimDue("sandbox", 1, Workbench.LEASE));
        });

        bench.add(Some.registration(session));
        bench.loop().runOnce();
        Workbench.await(() -> bench.meters()
                        .counter("payonce.leases.lost", "kind", "register")
                        .count()
                == 1);

        assertThat(bench.outcome(session, "register")).isEqualTo("Open -");
        assertThat(bench.reports(session)).isEmpty();
        assertThat(database.count("provider_calls WHERE payment_id = '" + session + "'"))
                .isEqualTo(1);
        recovered(session, 1);
    }

    @Test
    void aCrashBeforeTheCallIsTakenUpAgain() {
        crashesAt(Point.W4_CLAIMED, 1);
    }

    @Test
    void aCrashAfterTheAnswerMakesNoSecondPayment() {
        crashesAt(Point.W6_ANSWER_READ, 1);
    }

    @Test
    void aCrashBeforeTheResultIsCommittedMakesNoSecondPayment() {
        crashesAt(Point.W7_RESULT_WRITTEN, 1);
    }

    @Test
    void aDatabaseThatFailsWhileTheResultIsWrittenCostsNoSecondCall() {
        var session = Some.IDS.nextPayment();
        atPoint.put(Point.W7_RESULT_WRITTEN, () -> {
            atPoint.remove(Point.W7_RESULT_WRITTEN);
            throw new QueryTimeoutException("forced");
        });

        bench.add(Some.registration(session));
        bench.runAllDue();

        assertThat(bench.outcome(session, "register")).isEqualTo("Done created");
        assertThat(sandbox.calls(session, "register")).hasSize(1);
        assertThat(bench.reports(session)).hasSize(1);
    }

    @Test
    void theBreakerHoldsOperationsBackWithoutUsingUpTheirTries() {
        try (var touchy = new Workbench(database, sandbox.url(), point -> {}, TOUCHY)) {
            sandbox.fault("register", "error_before", 6, "");
            sandbox.fault("status", "error_before", 6, "");
            touchy.add(Some.registration(Some.IDS.nextPayment()));
            touchy.add(Some.registration(Some.IDS.nextPayment()));
            touchy.loop().runOnce();
            Workbench.await(() -> touchy.gate().free() == 0);

            var session = touchy.add(Some.registration(Some.IDS.nextPayment()));
            assertThat(touchy.loop().runOnce()).isZero();

            sandbox.clearFaults();
            touchy.runAllDue();
            assertThat(touchy.outcome(session, "register")).isEqualTo("Done created");
            assertThat(database.count("provider_operations WHERE attempt = 1 AND session_id = '" + session + "'"))
                    .isEqualTo(1);
            assertThat(touchy.reports(session))
                    .extracting(report -> report.seen().state())
                    .containsExactly(ProviderState.OPEN);
        }
    }

    private void crashesAt(Point point, int registerCalls) {
        var session = Some.IDS.nextPayment();
        atPoint.put(point, () -> {
            atPoint.remove(point);
            throw new IllegalStateException("forced crash at " + point);
        });

        bench.add(Some.registration(session));
        bench.loop().runOnce();
        Workbench.await(() -> !atPoint.containsKey(point));
        assertThat(bench.outcome(session, "register")).isEqualTo("Open -");
        assertThat(bench.reports(session)).isEmpty();
        recovered(session, registerCalls);
    }

    private void recovered(PaymentId session, int registerCalls) {
        Workbench.await(() -> {
            bench.later(Duration.ofMinutes(1));
            bench.runAllDue();
            return bench.outcome(session, "register").startsWith("Done");
        });
        assertThat(bench.reports(session))
                .extracting(report -> report.seen().state())
                .containsExactly(ProviderState.OPEN);
        assertThat(sandbox.payments(session)).containsExactly("pending");
        assertThat(sandbox.calls(session, "register")).hasSize(registerCalls);
    }
}
