package io.payonce.reconciler.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.reconciler.ReportBench;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.Money;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Whatever is reported, in whatever number and order: the session moves once, the receipt is one, doubt is kept. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE)
class ApplyReportIT {
    private static final ReportBench BENCH = new ReportBench();

    @Autowired
    ApplyReport applyReport;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        BENCH.describe(properties);
    }

    @Test
    void registrationIsAppliedOnceWithItsEvent() {
        var session = BENCH.stored();
        var report = BENCH.report(session, Source.REGISTER, ProviderState.OPEN, ReportBench.MONEY);

        apply(report);
        apply(report);

        assertThat(BENCH.status(session)).isEqualTo("Registered");
        assertThat(BENCH.events(session)).containsExactly("payment.registered");
        assertThat(BENCH.processed(session)).containsExactly("Registered");
    }

    @Test
    void unknownIsEnteredOnceAndLeftByAnyNews() {
        var session = BENCH.stored();

        apply(BENCH.report(session, Source.REGISTER, ProviderState.UNKNOWN, null));
        apply(BENCH.report(session, Source.REGISTER, ProviderState.UNKNOWN, null));
        assertThat(BENCH.status(session)).isEqualTo("Unknown");
        apply(BENCH.report(session, Source.STATUS, ProviderState.OPEN, ReportBench.MONEY));

        assertThat(BENCH.status(session)).isEqualTo("Registered");
        assertThat(BENCH.events(session)).containsExactly("payment.registered");
    }

    @Test
    void refusalFailsTheSessionAndFreesTheOrder() {
        var session = BENCH.stored();

        apply(BENCH.report(session, Source.REGISTER, ProviderState.REJECTED, null));

        assertThat(BENCH.status(session)).isEqualTo("Failed");
        assertThat(BENCH.events(session)).containsExactly("payment.failed");
        assertThat(BENCH.orderStatus(session)).isEqualTo("AwaitingPayment free");
    }

    /** C11, C14 in miniature: thirty at once. */
    @Test
    void thirtySuccessesAtOncePayOnce() throws Exception {
        var session = BENCH.stored();
        var start = new CyclicBarrier(30);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var racers = IntStream.range(0, 30)
                    .mapToObj(i -> (Callable<Applied>) () -> {
                        start.await(20, TimeUnit.SECONDS);
                        return apply(BENCH.report(session, Source.CALLBACK, ProviderState.PAID, ReportBench.MONEY));
                    })
                    .toList();
            var applied =
                    threads.invokeAll(racers).stream().map(Future::resultNow).toList();

            assertThat(applied.stream().filter(Applied.Moved.class::isInstance)).hasSize(1);
        }
        BENCH.assertPaidOnce(session);
    }

    @Test
    void successThatOvertakesTheRegistrationIsNeverTakenBack() {
        var session = BENCH.stored();

        apply(BENCH.report(session, Source.CALLBACK, ProviderState.PAID, ReportBench.MONEY));
        for (var late : new ProviderState[] {
            ProviderState.OPEN, ProviderState.HELD, ProviderState.DECLINED, ProviderState.UNKNOWN, ProviderState.PAID
        }) {
            apply(BENCH.report(session, Source.REGISTER, late, ReportBench.MONEY));
        }

        BENCH.assertPaidOnce(session);
    }

    /** C41. */
    @Test
    void otherMoneyIsAnIncidentAndTheRightMoneyStillPays() {
        var session = BENCH.stored();

        for (var money : new Money[] {Money.of(1499, "EUR"), Money.of(1500, "USD"), null}) {
            apply(BENCH.report(session, Source.CALLBACK, ProviderState.PAID, money));
            apply(BENCH.report(session, Source.CALLBACK, ProviderState.PAID, money));
        }
        assertThat(BENCH.status(session)).isEqualTo("Registering");
        assertThat(BENCH.entries(session)).isZero();
        assertThat(BENCH.processed(session)).isEmpty();
        assertThat(BENCH.events(session))
                .containsExactly("payment.amount_mismatch", "payment.amount_mismatch", "payment.amount_mismatch");
        assertThat(BENCH.incidents(session)).containsOnly("AMOUNT_MISMATCH").hasSize(3);

        apply(BENCH.report(session, Source.CALLBACK, ProviderState.PAID, ReportBench.MONEY));
        assertThat(BENCH.status(session)).isEqualTo("Completed");
        assertThat(BENCH.entries(session)).isEqualTo(1);
    }

    @Test
    void doubtfulSuccessOnlyAsksTheProvider() {
        var session = BENCH.stored();
        apply(BENCH.report(session, Source.STATUS, ProviderState.DECLINED, null));

        var applied = apply(BENCH.report(session, Source.CALLBACK, ProviderState.PAID, ReportBench.MONEY));

        assertThat(applied).isInstanceOf(Applied.Late.class);
        assertThat(BENCH.status(session)).isEqualTo("Failed");
        assertThat(BENCH.entries(session)).isZero();
        assertThat(BENCH.events(session)).containsExactly("payment.failed", "CheckRequested");
    }

    @Test
    void reportAboutNobodyIsParkedOnce() {
        var stranger =
                new Envelope(BENCH.ids().next(), BENCH.ids().nextPayment(), null, 0, Instant.now(), paid(), null);

        for (var i = 0; i < 20; i++) {
            applyReport.apply(stranger, paid());
        }

        assertThat(BENCH.jdbc()
                        .sql("SELECT times FROM payonce.incidents WHERE payment_id = :id")
                        .param("id", stranger.paymentId().value())
                        .query(Integer.class)
                        .list())
                .containsExactly(20);
    }

    private Applied apply(Envelope envelope) {
        return applyReport.apply(envelope, (ProviderReported) envelope.event());
    }

    private static ProviderReported paid() {
        return new ProviderReported(
                "sandbox",
                new Observation(Source.CALLBACK, ProviderState.PAID, "p", ReportBench.MONEY, null, null, null),
                null,
                null);
    }
}
