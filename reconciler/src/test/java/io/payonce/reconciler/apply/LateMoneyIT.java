package io.payonce.reconciler.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.reconciler.ReportBench;
import io.payonce.reconciler.ReportBench.Asked;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.Money;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Money for a session that ended without it: looked into, booked once, sent back once, never a revival. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE, properties = "payonce.late-sweep-interval=1h")
class LateMoneyIT {
    private static final ReportBench BENCH = new ReportBench();

    /** A failed session has moved once. */
    private static final int VERSION = 2;

    @Autowired
    ApplyReport applyReport;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        BENCH.describe(properties);
    }

    @Test
    void claimIsLookedIntoOnceHoweverOftenItIsRepeated() {
        var session = failed();

        for (var i = 0; i < 20; i++) {
            claim(session);
        }

        assertThat(BENCH.late(session)).isEqualTo("Suspected");
        assertThat(BENCH.events(session)).containsExactly("payment.failed", "CheckRequested");
        assertThat(BENCH.entryTypes(session)).isEmpty();
    }

    @Test
    void moneyThatIsThereIsBookedAndGoesBackOnce() {
        var session = failed();
        claim(session);

        look(session, ProviderState.PAID, ReportBench.MONEY);
        look(session, ProviderState.PAID, ReportBench.MONEY);
        assertThat(BENCH.late(session)).isEqualTo("Reversing");
        assertThat(BENCH.entryTypes(session)).containsExactly("LatePaymentReceived");
        assertThat(BENCH.events(session))
                .containsExactly("payment.failed", "CheckRequested", "payment.late_received", "ReverseRequested");

        answer(session, ProviderState.REVERSED, null);
        answer(session, ProviderState.REVERSED, null);
        look(session, ProviderState.PAID, ReportBench.MONEY);
        claim(session);
        assertThat(BENCH.late(session)).isEqualTo("Reversed");
        assertThat(BENCH.entryTypes(session)).containsExactly("LatePaymentReceived", "LatePaymentReversed");
        assertThat(BENCH.events(session)).containsOnlyOnce("payment.late_reversed", "ReverseRequested");
        assertThat(BENCH.status(session)).isEqualTo("Failed");
        assertThat(BENCH.orderStatus(session)).isEqualTo("AwaitingPayment free");
    }

    /** Kafka may deliver an answer again that was true before the session ended. */
    @Test
    void answerFromBeforeTheEndBooksNothing() {
        var session = failed();

        apply(BENCH.report(
                session, new Asked(Source.STATUS, VERSION - 1, null), ProviderState.PAID, ReportBench.MONEY));
        assertThat(BENCH.late(session)).isEqualTo("Suspected");
        assertThat(BENCH.entryTypes(session)).isEmpty();

        look(session, ProviderState.REVERSED, null);
        assertThat(BENCH.late(session)).isEqualTo("Cleared");
        assertThat(BENCH.entryTypes(session)).isEmpty();
    }

    @Test
    void clearedPaymentIsSuspectedAnewByANewClaim() {
        var session = failed();
        claim(session);
        look(session, ProviderState.EXPIRED, null);
        assertThat(BENCH.late(session)).isEqualTo("Cleared");

        claim(session);
        look(session, ProviderState.PAID, ReportBench.MONEY);

        assertThat(BENCH.late(session)).isEqualTo("Reversing");
        assertThat(BENCH.entryTypes(session)).containsExactly("LatePaymentReceived");
    }

    @Test
    void providerThatDoesNotKnowSettlesNoDoubt() {
        var session = failed();
        claim(session);

        look(session, ProviderState.UNKNOWN, null);

        assertThat(BENCH.late(session)).isEqualTo("Suspected");
    }

    @Test
    void heldMoneyIsReleasedWithoutBookingAnything() {
        var session = failed();
        look(session, ProviderState.HELD, ReportBench.MONEY);
        assertThat(BENCH.late(session)).isEqualTo("Reversing");

        answer(session, ProviderState.REVERSED, null);

        assertThat(BENCH.late(session)).isEqualTo("Reversed");
        assertThat(BENCH.entryTypes(session)).isEmpty();
        assertThat(BENCH.events(session)).containsExactly("payment.failed", "ReverseRequested");
    }

    @Test
    void refusedReversalIsForAPerson() {
        var session = failed();
        look(session, ProviderState.PAID, ReportBench.MONEY);

        answer(session, ProviderState.PAID, ReportBench.MONEY);

        assertThat(BENCH.late(session)).isEqualTo("Review");
        assertThat(BENCH.incidents(session)).containsExactly("LATE_MONEY");
        assertThat(BENCH.entryTypes(session)).containsExactly("LatePaymentReceived");
    }

    /** As the operations page says: under a new operation, since the worker obeys each only once. */
    @Test
    void personMaySendItBackAfterARefusalAndItIsBookedOnce() {
        var session = failed();
        look(session, ProviderState.PAID, ReportBench.MONEY);
        answer(session, ProviderState.PAID, ReportBench.MONEY);
        BENCH.jdbc().sql("""
                UPDATE payonce.late_payments
                   SET state = 'Reversing', operation_id = gen_random_uuid(), next_check_at = now()
                 WHERE payment_id = :id
                """).param("id", session.id().value()).update();

        answer(session, ProviderState.PAID, ReportBench.MONEY);
        assertThat(BENCH.late(session)).isEqualTo("Review");
        assertThat(BENCH.entryTypes(session)).containsExactly("LatePaymentReceived");
        assertThat(BENCH.events(session)).containsOnlyOnce("payment.late_received");
    }

    private PaymentSession failed() {
        var session = BENCH.stored();
        apply(BENCH.report(session, Source.STATUS, ProviderState.DECLINED, null));
        return session;
    }

    private void claim(PaymentSession session) {
        apply(BENCH.report(session, Source.CALLBACK, ProviderState.PAID, ReportBench.MONEY));
    }

    private void look(PaymentSession session, ProviderState state, @Nullable Money money) {
        apply(BENCH.report(session, new Asked(Source.STATUS, VERSION, null), state, money));
    }

    private void answer(PaymentSession session, ProviderState state, @Nullable Money money) {
        apply(BENCH.report(session, new Asked(Source.REVERSE, VERSION, BENCH.lateOperation(session)), state, money));
    }

    private void apply(Envelope envelope) {
        applyReport.apply(envelope, (ProviderReported) envelope.event());
    }
}
