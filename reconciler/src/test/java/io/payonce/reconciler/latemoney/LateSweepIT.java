package io.payonce.reconciler.latemoney;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.reconciler.ReportBench;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.session.Decision.Late;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.ProviderState;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.support.TransactionTemplate;

/** Nothing about late money waits for a word that never comes; what a person is to decide waits for the person. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {"payonce.late-sweep-interval=1h", "payonce.late-money=review"})
class LateSweepIT {
    private static final ReportBench BENCH = new ReportBench();

    @Autowired
    LateMoney lateMoney;

    @Autowired
    LateSweep sweep;

    @Autowired
    TransactionTemplate transactions;

    @Autowired
    MeterRegistry metrics;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        BENCH.describe(properties);
    }

    @Test
    void suspicionIsAskedAboutAgainWithGrowingGaps() {
        var session = BENCH.stored();
        suspect(session);
        assertThat(sweep.runOnce()).isZero();

        for (var look = 1; look <= 3; look++) {
            makeDue(session);
            assertThat(sweep.runOnce()).isEqualTo(1);
            assertThat(sweep.runOnce()).isZero();
        }
        sweep.run();
        assertThat(metrics.get("payonce_late_payments")
                        .tag("state", "in_motion")
                        .gauge()
                        .value())
                .isPositive();

        assertThat(BENCH.events(session))
                .containsExactly("CheckRequested", "CheckRequested", "CheckRequested", "CheckRequested");
        assertThat(nextLookIn(session)).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(21));
        clear(session);
    }

    @Test
    void reviewWaitsForAPersonWithAnIncident() {
        var session = BENCH.stored();
        suspect(session);

        in(() -> lateMoney.receive(cause(session), session, new Late(ReportBench.MONEY, true)));

        assertThat(BENCH.late(session)).isEqualTo("Review");
        assertThat(BENCH.incidents(session)).containsExactly("LATE_MONEY");
        assertThat(BENCH.entryTypes(session)).containsExactly("LatePaymentReceived");
        assertThat(BENCH.events(session)).doesNotContain("ReverseRequested");
        sweep.run();
        assertThat(metrics.get("payonce_late_payments")
                        .tag("state", "to_review")
                        .gauge()
                        .value())
                .isPositive();
        assertThat(BENCH.events(session)).doesNotContain("ReverseRequested");
    }

    @Test
    void reversalOfWhichNothingIsHeardIsRequestedAgainUnderItsOwnId() {
        var session = BENCH.stored();
        suspect(session);
        BENCH.jdbc().sql("""
                UPDATE payonce.late_payments
                   SET state = 'Reversing', next_check_at = now()
                 WHERE payment_id = :id
                """).param("id", session.id().value()).update();

        assertThat(sweep.runOnce()).isEqualTo(1);

        assertThat(BENCH.jdbc()
                        .sql("""
                        SELECT payload->'data'->>'operation'
                          FROM payonce.outbox
                         WHERE type = 'ReverseRequested'
                           AND payload->>'payment_id' = :id
                        """)
                        .param("id", session.id().toString())
                        .query(String.class)
                        .list())
                .containsExactly(BENCH.lateOperation(session));
        BENCH.jdbc()
                .sql("DELETE FROM payonce.late_payments WHERE payment_id = :id")
                .param("id", session.id().value())
                .update();
    }

    @Test
    void lookUsesItsIndex() {
        var plan = String.join("\n", BENCH.jdbc().sql("""
                        EXPLAIN SELECT payment_id
                                  FROM payonce.late_payments
                                 WHERE next_check_at <= now()
                                   AND state IN ('Suspected', 'Reversing')
                              ORDER BY next_check_at
                                 LIMIT 100
                        """).query(String.class).list());

        assertThat(plan).contains("late_payments_due");
    }

    private void suspect(PaymentSession session) {
        in(() -> lateMoney.suspect(cause(session), session, "a callback says so"));
    }

    private void clear(PaymentSession session) {
        in(() -> lateMoney.clear(session, "none there"));
    }

    private Envelope cause(PaymentSession session) {
        return BENCH.report(session, Source.CALLBACK, ProviderState.PAID, ReportBench.MONEY);
    }

    private void in(Runnable step) {
        transactions.executeWithoutResult(transaction -> step.run());
    }

    private static void makeDue(PaymentSession session) {
        BENCH.jdbc()
                .sql("UPDATE payonce.late_payments SET next_check_at = now() WHERE payment_id = :id")
                .param("id", session.id().value())
                .update();
    }

    private static Duration nextLookIn(PaymentSession session) {
        return Duration.ofMillis(BENCH.jdbc()
                .sql("""
                        SELECT CAST(EXTRACT(EPOCH FROM next_check_at - now()) * 1000 AS bigint)
                          FROM payonce.late_payments
                         WHERE payment_id = :id
                        """)
                .param("id", session.id().value())
                .query(Long.class)
                .single());
    }
}
