package io.payonce.worker.register;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a provider does to a registration: one key, one body, few calls, one payment, and unknown is not failed. */
class RegisterPaymentIT {
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
    void aRegistrationIsOneCallAndOneReport() {
        var session = register();

        assertThat(bench.outcome(session, "register")).isEqualTo("Done created");
        assertThat(sandbox.calls(session, "register")).hasSize(1);
        assertThat(bench.reports(session)).singleElement().satisfies(report -> {
            assertThat(report.seen().source()).isEqualTo(Source.REGISTER);
            assertThat(report.seen().state()).isEqualTo(ProviderState.OPEN);
            assertThat(report.seen().money()).isEqualTo(Some.MONEY);
            assertThat(report.seen().payUrl()).contains("/pay/");
            assertThat(report.operation()).isEqualTo(session.toString());
            assertThat(report.rawDigest()).hasSize(64);
        });
        assertThat(database.count("provider_calls WHERE call = 'register' AND result = 'created' AND payment_id = '"
                        + session + "'"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "drop_before, 2, Done created, 3",
        "drop_after, 1, Done created, 2",
        "drop_after, 2, Done created, 3",
        "drop_after, 9, Done found, 3",
        "error_before, 2, Done created, 3",
        "error_after, 9, Done found, 3",
        "truncated_json, 9, Done found, 3",
        "endless_body, 9, Done found, 3",
        "unknown_status, 1, Done created, 2",
        "redirect, 1, Done created, 2",
        "hang, 1, Done created, 2"
    })
    void aMisbehavingProviderStillGetsOnePayment(String fault, int times, String outcome, int calls) {
        sandbox.fault("register", fault, times, "");

        var session = register();

        assertThat(bench.outcome(session, "register")).isEqualTo(outcome);
        assertThat(sandbox.payments(session)).containsExactly("pending");
        var made = sandbox.calls(session, "register");
        assertThat(made).hasSize(calls);
        assertThat(made).extracting(call -> call.path("nonce").asString()).doesNotHaveDuplicates();
        assertThat(made)
                .extracting(call -> call.path("idempotency_key").asString())
                .containsOnly(session.toString());
        assertThat(bench.reports(session))
                .singleElement()
                .satisfies(report -> assertThat(report.seen().state()).isEqualTo(ProviderState.OPEN));
    }

    @Test
    void withheldAnswersAreUnknownOnceAndFoundLater() {
        sandbox.fault("register", "drop_after", 9, "");
        sandbox.fault("status", "error_before", 2, "");

        var session = register();
        assertThat(bench.outcome(session, "register")).isEqualTo("Open -");
        assertThat(states(session)).containsExactly(ProviderState.UNKNOWN);

        again();
        assertThat(states(session)).containsExactly(ProviderState.UNKNOWN);

        again();
        assertThat(bench.outcome(session, "register")).isEqualTo("Done found");
        assertThat(states(session)).containsExactly(ProviderState.UNKNOWN, ProviderState.OPEN);
        assertThat(sandbox.calls(session, "register")).hasSize(3);
        assertThat(sandbox.payments(session)).hasSize(1);
    }

    @Test
    void anAbsentPaymentIsCreatedAgainWithTheSameKey() {
        sandbox.fault("register", "drop_before", 3, "");
        var session = register();
        assertThat(states(session)).containsExactly(ProviderState.UNKNOWN);

        again();

        assertThat(bench.outcome(session, "register")).isEqualTo("Done created");
        assertThat(sandbox.calls(session, "register"))
                .hasSize(4)
                .extracting(call -> call.path("idempotency_key").asString())
                .containsOnly(session.toString());
        assertThat(sandbox.payments(session)).hasSize(1);
    }

    @Test
    void aDefiniteRefusalIsNotRepeated() {
        sandbox.fault("register", "respond", 1, ", \"status\": 400, \"body\": {\"error\": \"no such merchant\"}");

        var session = register();

        assertThat(bench.outcome(session, "register")).isEqualTo("Done rejected");
        assertThat(sandbox.calls(session, "register")).hasSize(1);
        assertThat(bench.reports(session)).singleElement().satisfies(report -> {
            assertThat(report.seen().state()).isEqualTo(ProviderState.REJECTED);
            assertThat(report.seen().reason()).isEqualTo("no such merchant");
        });
    }

    @Test
    void aRefusalAfterALostAnswerIsLookedAtFirst() {
        sandbox.fault("register", "drop_after", 1, "");
        sandbox.fault("register", "respond", 1, ", \"status\": 400, \"body\": {\"error\": \"duplicate\"}");

        var session = register();

        assertThat(bench.outcome(session, "register")).isEqualTo("Done found");
        assertThat(states(session)).containsExactly(ProviderState.OPEN);
    }

    @Test
    void afterACrashTheProviderIsAskedBeforeAnythingIsSent() {
        var session = bench.add(Some.registration(Some.IDS.nextPayment()));
        var crashed =
                database.transactions().execute(transaction -> bench.queue().claimDue("sandbox", 1, Workbench.LEASE));
        bench.queue().markSent(crashed.getFirst(), Workbench.LEASE);

        again();

        assertThat(bench.outcome(session, "register")).isEqualTo("Done created");
        assertThat(sandbox.calls(session, "status")).hasSize(1);
        assertThat(sandbox.calls(session, "register")).hasSize(1);
    }

    private static PaymentId register() {
        var session = bench.add(Some.registration(Some.IDS.nextPayment()));
        bench.runAllDue();
        return session;
    }

    /** The next round, and the one after a lost lease. */
    private static void again() {
        bench.later(Duration.ofMinutes(1));
        bench.runAllDue();
    }

    private static java.util.List<ProviderState> states(PaymentId session) {
        return bench.reports(session).stream()
                .map(report -> report.seen().state())
                .toList();
    }
}
