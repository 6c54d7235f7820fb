package io.payonce.worker.reverse;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.PaymentId;
import io.payonce.worker.Some;
import io.payonce.worker.TestSandbox;
import io.payonce.worker.Workbench;
import io.payonce.worker.WorkerDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reversal ends only with the provider's word, and a payment that was never sent is never sent any more. */
class ReversePaymentIT {
    private static WorkerDatabase database;
    private static TestSandbox sandbox;
    private static Workbench bench;

    @BeforeAll
    static void open(@TempDir Path data) {
        database = new WorkerDatabase();
        sandbox = new TestSandbox(data);
        bench = new Workbench(database, sandbox.url(), Checkpoint.NONE);
    }

    @AfterAll
    static void close() {
        bench.close();
        sandbox.close();
        database.close();
    }

    @BeforeEach
    void clearFaults() {
        sandbox.clearFaults();
    }

    @Test
    void aRegisteredPaymentIsReversedByOneCall() {
        var session = registered();

        cancel(session);

        assertThat(bench.outcome(session, "reverse")).isEqualTo("Done reversed");
        assertThat(sandbox.calls(session, "reverse"))
                .singleElement()
                .satisfies(call ->
                        assertThat(call.path("idempotency_key").asString()).isEqualTo(session + ":reverse"));
        assertThat(sandbox.payments(session)).containsExactly("reversed");
        assertThat(reversals(session)).singleElement().satisfies(report -> {
            assertThat(report.seen().state()).isEqualTo(ProviderState.REVERSED);
            assertThat(report.operation()).isEqualTo(session.toString());
        });
    }

    @Test
    void aPaidPaymentIsReversedToo() {
        var session = registered();
        sandbox.act(session, "pay");

        cancel(session);

        assertThat(sandbox.payments(session)).containsExactly("reversed");
        assertThat(bench.outcome(session, "reverse")).isEqualTo("Done reversed");
    }

    @Test
    void aRegistrationThatWasNeverSentIsReplaced() {
        var session = Some.IDS.nextPayment();
        bench.add(Some.registration(session));

        cancel(session);

        assertThat(bench.outcome(session, "register")).isEqualTo("Replaced replaced_by_reverse");
        assertThat(bench.outcome(session, "reverse")).isEqualTo("Done never_sent");
        assertThat(reversals(session))
                .singleElement()
                .satisfies(report -> assertThat(report.seen().state()).isEqualTo(ProviderState.ABSENT));
        assertThat(sandbox.calls(session, "register")).isEmpty();
    }

    @Test
    void aRegisterCommandThatComesAfterItsReverseFindsTheMark() {
        var session = Some.IDS.nextPayment();
        cancel(session);

        bench.add(Some.registration(session));
        bench.runAllDue();

        assertThat(bench.outcome(session, "register")).isEqualTo("Replaced replaced_by_reverse");
        assertThat(sandbox.payments(session)).isEmpty();
    }

    @Test
    void anUnknownRegistrationIsFoundAndReversed() {
        sandbox.fault("register", "drop_after", 3, "");
        sandbox.fault("status", "error_before", 1, "");
        var session = Some.IDS.nextPayment();
        bench.add(Some.registration(session));
        bench.runAllDue();
        assertThat(bench.outcome(session, "register")).isEqualTo("Open -");

        cancel(session);

        assertThat(bench.outcome(session, "register")).isEqualTo("Done found");
        assertThat(bench.outcome(session, "reverse")).isEqualTo("Done reversed");
        assertThat(sandbox.payments(session)).containsExactly("reversed");
    }

    @Test
    void absenceOfASentRegistrationIsProofOnlyAfterTheSettleTime() {
        sandbox.fault("register", "drop_before", 3, "");
        var session = Some.IDS.nextPayment();
        bench.add(Some.registration(session));
        bench.runAllDue();

        cancel(session);
        assertThat(bench.outcome(session, "reverse")).isEqualTo("Open -");
        assertThat(reversals(session)).isEmpty();

        bench.later(Duration.ofMinutes(1));
        bench.runAllDue();
        assertThat(bench.outcome(session, "reverse")).isEqualTo("Done absent");
        assertThat(bench.outcome(session, "register")).isEqualTo("Done absent");
        assertThat(reversals(session))
                .extracting(report -> report.seen().state())
                .containsExactly(ProviderState.ABSENT);
        assertThat(sandbox.calls(session, "register")).hasSize(3);
    }

    @Test
    void aReverseThatIsPendingIsAskedForAgainAndNeverAssumed() {
        var session = registered();
        sandbox.fault("reverse", "respond", 1, ", \"status\": 200, \"body\": {\"status\": \"pending\"}");
        sandbox.fault("reverse", "respond", 1, ", \"status\": 200, \"body\": {\"status\": \"failed\"}");

        cancel(session);
        assertThat(bench.outcome(session, "reverse")).isEqualTo("Open -");
        bench.later(Duration.ofMinutes(1));
        bench.runAllDue();
        assertThat(bench.outcome(session, "reverse")).isEqualTo("Open -");
        assertThat(reversals(session)).isEmpty();

        bench.later(Duration.ofMinutes(1));
        bench.runAllDue();
        assertThat(bench.outcome(session, "reverse")).isEqualTo("Done reversed");
        assertThat(sandbox.calls(session, "reverse"))
                .hasSize(3)
                .extracting(call -> call.path("idempotency_key").asString())
                .containsOnly(session + ":reverse");
    }

    @Test
    void lostAnswersOfAReverseHaveOneEffect() {
        var session = registered();
        sandbox.fault("reverse", "drop_after", 1, "");

        cancel(session);

        assertThat(bench.outcome(session, "reverse")).isEqualTo("Done reversed");
        assertThat(sandbox.calls(session, "reverse")).hasSize(2);
    }

    @Test
    void capturedMoneyThatIsNotGivenBackIsReportedAsPaid() {
        var session = registered();
        sandbox.act(session, "pay");
        sandbox.fault("reverse", "refuse_captured", 1, "");

        cancel(session);

        assertThat(bench.outcome(session, "reverse")).isEqualTo("Done refused_captured");
        assertThat(reversals(session)).singleElement().satisfies(report -> {
            assertThat(report.seen().state()).isEqualTo(ProviderState.PAID);
            assertThat(report.seen().source()).isEqualTo(Source.REVERSE);
            assertThat(report.seen().money()).isEqualTo(Some.MONEY);
        });
    }

    @Test
    void aPaymentThatIsDeadAlreadyEndsTheReverse() {
        var session = registered();
        sandbox.act(session, "decline");

        cancel(session);

        assertThat(bench.outcome(session, "reverse")).isEqualTo("Done dead");
        assertThat(reversals(session))
                .extracting(report -> report.seen().state())
                .containsExactly(ProviderState.DECLINED);
    }

    @Test
    void aRefusalWhileThePaymentIsStillOpenIsNotTheEnd() {
        var session = registered();
        sandbox.fault("reverse", "respond", 1, ", \"status\": 409, \"body\": {\"error\": \"nothing to reverse\"}");

        cancel(session);
        assertThat(bench.outcome(session, "reverse")).isEqualTo("Open -");

        bench.later(Duration.ofMinutes(1));
        bench.runAllDue();
        assertThat(bench.outcome(session, "reverse")).isEqualTo("Done reversed");
    }

    @Test
    void lateMoneyGoesBackUnderItsOwnOperation() {
        var session = registered();
        sandbox.act(session, "pay");
        var late = Some.lateReversal(session);

        bench.add(late);
        bench.runAllDue();

        assertThat(sandbox.payments(session)).containsExactly("reversed");
        assertThat(reversals(session))
                .singleElement()
                .satisfies(report ->
                        assertThat(report.operation()).isEqualTo(late.payment().toString()));
    }

    private static PaymentId registered() {
        var session = bench.add(Some.registration(Some.IDS.nextPayment()));
        bench.runAllDue();
        assertThat(bench.outcome(session, "register")).isEqualTo("Done created");
        return session;
    }

    private static void cancel(PaymentId session) {
        bench.add(Some.cancellation(session));
        bench.runAllDue();
    }

    private static List<ProviderReported> reversals(PaymentId session) {
        return bench.reports(session).stream()
                .filter(report -> report.seen().source() == Source.REVERSE)
                .toList();
    }
}
