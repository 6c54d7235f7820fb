package io.payonce.testbed.sandbox.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.sandbox.TickingClock;
import io.payonce.testbed.sandbox.journal.Journal;
import io.payonce.testbed.sandbox.ledger.Acted.Done;
import io.payonce.testbed.sandbox.ledger.Registered.Conflict;
import io.payonce.testbed.sandbox.ledger.Registered.Full;
import io.payonce.testbed.sandbox.ledger.Registered.Held;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One payment per order, one event per movement, and the same books after a restart. */
final class LedgerTest {
    private static final Duration EXPIRY = Duration.ofMinutes(30);
    private static final Registration WANTED = new Registration("o1", "8.20", "USD", "http://127.0.0.1:1/cb", "mugs");

    @TempDir
    Path folder;

    private final TickingClock clock = new TickingClock();
    private final AtomicInteger ids = new AtomicInteger();
    private final List<String> events = new ArrayList<>();
    private Journal journal;
    private Ledger ledger;

    @BeforeEach
    void open() {
        journal = Journal.open(folder);
        ledger = new Ledger(
                new Ledger.Surroundings(
                        journal, clock, () -> String.valueOf(ids.incrementAndGet()), event -> events.add(event.name())),
                Terms.standard(EXPIRY),
                50);
        journal.replay(
                Map.of("payment", ledger::replayPayment, "plan", ledger::replayPlan, "terms", ledger::replayTerms));
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private void restart() {
        journal.close();
        events.clear();
        open();
    }

    private PaymentStatus status() {
        return ledger.ofOrder("o1").orElseThrow().status();
    }

    @Test
    void secondRegistrationIsTheSamePayment() {
        var first = (Held) ledger.register(WANTED);

        assertThat(ledger.register(WANTED)).isEqualTo(first);
        assertThat(ledger.list(Optional.empty())).hasSize(1);
    }

    @Test
    void registrationWithOtherParametersIsAConflict() {
        ledger.register(WANTED);

        assertThat(ledger.register(new Registration("o1", "8.21", "USD", WANTED.callbackUrl(), "mugs")))
                .isInstanceOf(Conflict.class);
        assertThat(ledger.register(new Registration("o1", "8.20", "EUR", WANTED.callbackUrl(), "mugs")))
                .isInstanceOf(Conflict.class);
    }

    @Test
    void racingRegistrationsOfOneOrderMakeOnePayment() throws Exception {
        var racers = 64;
        var barrier = new CyclicBarrier(racers);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var races = new ArrayList<java.util.concurrent.Future<Registered>>();
            for (var i = 0; i < racers; i++) {
                races.add(executor.submit(() -> {
                    barrier.await();
                    return ledger.register(WANTED);
                }));
            }
            for (var race : races) {
                assertThat(race.get()).isEqualTo(new Held(ledger.ofOrder("o1").orElseThrow()));
            }
        }
        assertThat(ledger.list(Optional.empty())).hasSize(1);
    }

    @Test
    void fullLedgerRefusesNewOrdersAndKnowsTheOldOnes() {
        for (var i = 0; i < 50; i++) {
            ledger.register(new Registration("o" + i, "8.20", "USD", null, null));
        }

        assertThat(ledger.register(new Registration("o50", "8.20", "USD", null, null)))
                .isInstanceOf(Full.class);
        assertThat(ledger.register(new Registration("o49", "8.20", "USD", null, null)))
                .isInstanceOf(Held.class);
    }

    @Test
    void repeatedActionMakesNoSecondEvent() {
        ledger.register(WANTED);

        ledger.act("o1", PaymentAction.PAY);
        ledger.act("o1", PaymentAction.PAY);

        assertThat(events).containsExactly("payment.paid");
    }

    @Test
    void actionOnAnUnknownPaymentIsNotFound() {
        assertThat(ledger.act("o2", PaymentAction.PAY)).isInstanceOf(Acted.NotFound.class);
    }

    @Test
    void paymentWithoutCallbackUrlMakesNoEvent() {
        ledger.register(new Registration("o1", "8.20", "USD", null, null));

        ledger.act("o1", PaymentAction.PAY);

        assertThat(status()).isEqualTo(PaymentStatus.PAID);
        assertThat(events).isEmpty();
    }

    @Test
    void overduePaymentExpiresByBeingLookedAt() {
        ledger.register(WANTED);
        clock.tick(EXPIRY.minusMillis(1));
        assertThat(status()).isEqualTo(PaymentStatus.PENDING);

        clock.tick(Duration.ofMillis(1));

        assertThat(status()).isEqualTo(PaymentStatus.EXPIRED);
        assertThat(events).containsExactly("payment.expired");
    }

    @Test
    void overduePaymentExpiresByTimer() {
        ledger.register(WANTED);
        clock.tick(EXPIRY);

        ledger.runOnce();
        ledger.runOnce();

        assertThat(events).containsExactly("payment.expired");
    }

    @Test
    void paidPaymentDoesNotExpire() {
        ledger.register(WANTED);
        ledger.act("o1", PaymentAction.PAY);
        clock.tick(EXPIRY);

        ledger.runOnce();

        assertThat(status()).isEqualTo(PaymentStatus.PAID);
    }

    @Test
    void expiryThatIsNotEnforcedLeavesThePaymentPayable() {
        ledger.agree(ledger.terms().withExpiry(1_000, false));
        ledger.register(WANTED);
        clock.tick(EXPIRY);
        ledger.runOnce();

        assertThat(status()).isEqualTo(PaymentStatus.PENDING);
        assertThat(ledger.ofOrder("o1").orElseThrow().expiresAt()).isBefore(clock.instant());
    }

    @Test
    void lateMoneyIsTaken() {
        ledger.register(WANTED);
        clock.tick(EXPIRY);

        assertThat(ledger.act("o1", PaymentAction.PAY)).isInstanceOf(Done.class);
        assertThat(events).containsExactly("payment.expired", "payment.paid");
    }

    @Test
    void autopayPaysAfterItsDelayAndOnlyPendingPayments() {
        ledger.agree(ledger.terms().withAutopay(true, 5_000));
        ledger.register(WANTED);
        ledger.register(new Registration("o2", "8.20", "USD", null, null));
        ledger.act("o2", PaymentAction.DECLINE);

        clock.tick(Duration.ofMillis(4_999));
        ledger.runOnce();
        assertThat(status()).isEqualTo(PaymentStatus.PENDING);
        clock.tick(Duration.ofMillis(1));
        ledger.runOnce();

        assertThat(status()).isEqualTo(PaymentStatus.PAID);
        assertThat(ledger.ofOrder("o2").orElseThrow().status()).isEqualTo(PaymentStatus.FAILED);
    }

    @Test
    void pendingReverseHappensLaterAlsoAfterARestart() {
        ledger.register(WANTED);
        ledger.act("o1", PaymentAction.PAY);
        ledger.reverseLater(ledger.ofOrder("o1").orElseThrow(), Duration.ofSeconds(10));
        restart();

        ledger.runOnce();
        assertThat(status()).isEqualTo(PaymentStatus.PAID);
        clock.tick(Duration.ofSeconds(10));
        ledger.runOnce();

        assertThat(status()).isEqualTo(PaymentStatus.REVERSED);
    }

    @Test
    void booksAndTermsAreTheSameAfterARestart() {
        ledger.agree(ledger.terms().withAutopay(true, 5_000));
        ledger.register(WANTED);
        ledger.act("o1", PaymentAction.AUTHORIZE);
        var before = ledger.list(Optional.empty());
        var terms = ledger.terms();

        restart();

        assertThat(ledger.list(Optional.empty())).isEqualTo(before);
        assertThat(ledger.terms()).isEqualTo(terms);
        assertThat(events).containsExactly("payment.authorized");
    }

    @Test
    void forgottenBooksStayForgotten() {
        ledger.agree(ledger.terms().withAutopay(true, 5_000));
        ledger.register(WANTED);
        journal.change(() -> {
            ledger.forget();
            journal.forget();
            return true;
        });

        restart();

        assertThat(ledger.list(Optional.empty())).isEmpty();
        assertThat(ledger.terms()).isEqualTo(Terms.standard(EXPIRY));
    }
}
