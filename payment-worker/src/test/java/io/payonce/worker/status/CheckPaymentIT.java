package io.payonce.worker.status;

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

/** A check reports what the provider says, calls a payment absent only with proof, and never stays in the queue. */
class CheckPaymentIT {
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
    void aPaidPaymentIsReportedAsPaid() {
        var session = bench.add(Some.registration(Some.IDS.nextPayment()));
        bench.runAllDue();
        sandbox.act(session, "pay");

        check(session);

        assertThat(bench.outcome(session, "check")).isEqualTo("Done found");
        assertThat(statuses(session)).singleElement().satisfies(report -> {
            assertThat(report.seen().state()).isEqualTo(ProviderState.PAID);
            assertThat(report.operation()).isNull();
        });
    }

    /** Housekeeping deletes registrations by age; the mark that they were once begun stays. */
    @Test
    void aRegistrationThatWasDeletedByAgeIsNotBegunAgain() {
        var session = Some.IDS.nextPayment();
        database.superuser()
                .sql("INSERT INTO payonce.processed_events (payment_id, status, event_id)"
                        + " VALUES (:session, 'Registering', gen_random_uuid())")
                .param("session", session.value())
                .update();

        check(session);

        assertThat(database.count("provider_operations WHERE kind = 'register' AND payment_id = '" + session + "'"))
                .isZero();
        assertThat(sandbox.payments(session)).isEmpty();
    }

    @Test
    void aRegistrationThatWasNeverBegunIsBegun() {
        var session = Some.IDS.nextPayment();

        check(session);

        assertThat(bench.outcome(session, "check")).isEqualTo("Done registration_begun");
        assertThat(bench.outcome(session, "register")).isEqualTo("Done created");
        assertThat(sandbox.payments(session)).containsExactly("pending");
        assertThat(statuses(session)).isEmpty();
        assertThat(database.count("processed_events WHERE status = 'Registering' AND payment_id = '" + session + "'"))
                .isEqualTo(1);
    }

    @Test
    void aCancelledSessionIsNotRegisteredByItsCheck() {
        var session = Some.IDS.nextPayment();
        bench.add(Some.cancellation(session));
        bench.runAllDue();

        check(session);

        assertThat(sandbox.payments(session)).isEmpty();
        assertThat(statuses(session))
                .extracting(report -> report.seen().state())
                .containsExactly(ProviderState.ABSENT);
    }

    @Test
    void anOpenRegistrationIsLeftToItself() {
        sandbox.fault("register", "drop_before", 3, "");
        var session = bench.add(Some.registration(Some.IDS.nextPayment()));
        bench.runAllDue();

        check(session);

        assertThat(bench.outcome(session, "check")).isEqualTo("Done registration_open");
        assertThat(statuses(session)).isEmpty();
    }

    @Test
    void anOpenRegistrationEndsWhenItsCheckFindsThePayment() {
        sandbox.fault("register", "drop_after", 3, "");
        sandbox.fault("status", "error_before", 1, "");
        var session = bench.add(Some.registration(Some.IDS.nextPayment()));
        bench.runAllDue();
        assertThat(bench.outcome(session, "register")).isEqualTo("Open -");

        check(session);

        assertThat(bench.outcome(session, "register")).isEqualTo("Done found");
        assertThat(statuses(session))
                .extracting(report -> report.seen().state())
                .containsExactly(ProviderState.OPEN);
    }

    @Test
    void aCreatedPaymentThatIsGoneIsAbsent() {
        var session = bench.add(Some.registration(Some.IDS.nextPayment()));
        bench.runAllDue();
        sandbox.fault("status", "respond", 1, ", \"status\": 404, \"body\": {\"error\": \"payment not found\"}");

        check(session);

        assertThat(bench.outcome(session, "check")).isEqualTo("Done absent");
        assertThat(statuses(session))
                .extracting(report -> report.seen().state())
                .containsExactly(ProviderState.ABSENT);
    }

    @Test
    void aRefusedRegistrationIsAbsentOnlyAfterTheSettleTime() {
        sandbox.fault("register", "respond", 1, ", \"status\": 400, \"body\": {\"error\": \"no\"}");
        var session = bench.add(Some.registration(Some.IDS.nextPayment()));
        bench.runAllDue();

        check(session);
        assertThat(statuses(session)).isEmpty();

        bench.later(Duration.ofMinutes(1));
        check(session);
        assertThat(statuses(session))
                .extracting(report -> report.seen().state())
                .containsExactly(ProviderState.ABSENT);
    }

    @Test
    void aProviderThatDoesNotAnswerEndsTheCheckWithoutAReport() {
        var session = bench.add(Some.registration(Some.IDS.nextPayment()));
        bench.runAllDue();
        sandbox.fault("status", "error_before", 9, "");

        check(session);

        assertThat(bench.outcome(session, "check")).isEqualTo("Done unknown");
        assertThat(statuses(session)).isEmpty();
        assertThat(sandbox.calls(session, "status")).hasSize(2);
    }

    @Test
    void aNotFoundThatIsNotTheProvidersProvesNothing() {
        var session = bench.add(Some.registration(Some.IDS.nextPayment()));
        bench.runAllDue();
        sandbox.fault("status", "respond", 9, ", \"status\": 404, \"body\": \"<html>\"");

        check(session);

        assertThat(bench.outcome(session, "check")).isEqualTo("Done unknown");
        assertThat(statuses(session)).isEmpty();
    }

    private static void check(PaymentId session) {
        bench.add(Some.check(session));
        bench.runAllDue();
    }

    private static List<ProviderReported> statuses(PaymentId session) {
        return bench.reports(session).stream()
                .filter(report -> report.seen().source() == Source.STATUS)
                .toList();
    }
}
