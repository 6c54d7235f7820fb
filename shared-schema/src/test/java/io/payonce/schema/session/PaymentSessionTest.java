package io.payonce.schema.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.session.Decision.Doubtful;
import io.payonce.schema.session.Decision.Foreign;
import io.payonce.schema.session.Decision.Late;
import io.payonce.schema.session.Decision.Mismatched;
import io.payonce.schema.session.Decision.Moved;
import io.payonce.schema.session.Decision.NoMoney;
import io.payonce.schema.session.Decision.Unchanged;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What each observation does to a session in each state: the whole product, then the fine print. */
class PaymentSessionTest {
    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
    private static final Money MONEY = Money.of(1500, "EUR");

    /** Rows: state of the session. Columns: OPEN HELD PAID REJECTED DECLINED EXPIRED ABSENT REVERSED UNKNOWN. */
    private static final Map<SessionStatus, String> STATUS_QUERY = Map.of(
            SessionStatus.REGISTERING, "Registered Authorized Completed Failed Failed Failed Failed Failed -",
            SessionStatus.UNKNOWN, "Registered Authorized Completed Failed Failed Failed Failed Failed -",
            SessionStatus.REGISTERED, "- Authorized Completed - Failed Failed Failed Failed -",
            SessionStatus.AUTHORIZED, "- - Completed - Failed Failed Failed Failed -",
            SessionStatus.CANCELING, "- - - Canceled Canceled Canceled Canceled Canceled -",
            SessionStatus.COMPLETED, "- - - - - - - - -",
            SessionStatus.FAILED, "none late late none none none none none -",
            SessionStatus.CANCELED, "none late late none none none none none -");

    private static final Map<SessionStatus, String> DOUBTFUL = Map.of(
            SessionStatus.FAILED, "- doubt doubt - - - - - -",
            SessionStatus.CANCELED, "- doubt doubt - - - - - -");

    /** Of every session here. */
    private static final int VERSION = 3;

    @Test
    void statusQueryMovesEachStateAsTheDesignSays() {
        assertMoves(Source.STATUS, VERSION, STATUS_QUERY);
    }

    /** A status answer that is delivered again after the end, or was asked for before it, proves no late money. */
    @Test
    void answerFromBeforeTheEndIsOnlyAHint() {
        var expected = new EnumMap<>(STATUS_QUERY);
        expected.putAll(DOUBTFUL);

        assertMoves(Source.STATUS, VERSION - 1, expected);
    }

    @Test
    void callbackIsOnlyAHintForAnEndedOrEndingSession() {
        var expected = new EnumMap<>(STATUS_QUERY);
        expected.put(SessionStatus.CANCELING, "- - - - - - - Canceled -");
        expected.putAll(DOUBTFUL);

        assertMoves(Source.CALLBACK, 0, expected);
    }

    @Test
    void registerThatDoesNotKnowMakesTheSessionUnknownOnce() {
        var expected = new EnumMap<>(STATUS_QUERY);
        expected.putAll(DOUBTFUL);
        expected.put(
                SessionStatus.REGISTERING,
                "Registered Authorized Completed Failed Failed Failed Failed Failed Unknown");

        assertMoves(Source.REGISTER, VERSION, expected);
    }

    @Test
    void refusedReverseOfCapturedMoneyCompletesTheSession() {
        var expected = new EnumMap<>(STATUS_QUERY);
        expected.putAll(DOUBTFUL);
        expected.put(SessionStatus.CANCELING, "- - Completed Canceled Canceled Canceled Canceled Canceled -");

        assertMoves(Source.REVERSE, VERSION, expected);
    }

    @Test
    void otherMoneyIsNeverApplied() {
        for (var money : new Money[] {Money.of(1499, "EUR"), Money.of(1501, "EUR"), Money.of(1500, "USD"), null}) {
            for (var state : new ProviderState[] {ProviderState.PAID, ProviderState.HELD}) {
                for (var status : new SessionStatus[] {
                    SessionStatus.REGISTERING, SessionStatus.UNKNOWN, SessionStatus.REGISTERED, SessionStatus.AUTHORIZED
                }) {
                    assertThat(session(status).apply(seen(Source.CALLBACK, state, "p1", money), 0, NOW))
                            .as("%s %s %s", status, state, money)
                            .isInstanceOf(Mismatched.class);
                }
            }
        }
    }

    @Test
    void payLinkForOtherMoneyIsNotShown() {
        var decision = session(SessionStatus.REGISTERING)
                .apply(seen(Source.REGISTER, ProviderState.OPEN, "p1", Money.of(1, "EUR")), 0, NOW);

        assertThat(decision).isInstanceOf(Mismatched.class);
    }

    @Test
    void reportAboutAnotherProviderPaymentIsForeign() {
        var decision =
                session(SessionStatus.REGISTERED).apply(seen(Source.CALLBACK, ProviderState.PAID, "p2", MONEY), 0, NOW);

        assertThat(decision).isInstanceOf(Foreign.class);
    }

    @Test
    void successThatOvertakesTheRegistrationBringsTheProviderId() {
        var decision = session(SessionStatus.REGISTERING)
                .apply(seen(Source.CALLBACK, ProviderState.PAID, "p1", MONEY), 0, NOW);

        var next = ((Moved) decision).next();
        assertThat(next.status()).isEqualTo(SessionStatus.COMPLETED);
        assertThat(next.providerPaymentId()).isEqualTo("p1");
        assertThat(next.version()).isEqualTo(VERSION + 1);
        assertThat(next.updatedAt()).isEqualTo(NOW);
    }

    @Test
    void failureKeepsTheProvidersWords() {
        var refusal = new Observation(Source.REGISTER, ProviderState.REJECTED, null, null, null, null, "card only");

        var next = ((Moved) session(SessionStatus.REGISTERING).apply(refusal, 0, NOW)).next();

        assertThat(next.failure()).isEqualTo(new Failure("provider_rejected", "card only"));
    }

    private static void assertMoves(Source source, long askedAt, Map<SessionStatus, String> expected) {
        expected.forEach((status, row) -> {
            var cells = java.util.List.of(row.split(" ", -1)).iterator();
            for (var state : ProviderState.values()) {
                var decision = session(status).apply(seen(source, state, "p1", MONEY), askedAt, NOW);
                assertThat(name(decision))
                        .as("%s, %s says %s", status, source, state)
                        .isEqualTo(cells.next());
            }
        });
    }

    private static String name(Decision decision) {
        return switch (decision) {
            case Moved moved -> moved.next().status().label();
            case Unchanged unchanged -> "-";
            case Late late -> "late";
            case Doubtful doubtful -> "doubt";
            case NoMoney none -> "none";
            case Mismatched mismatched -> "mismatch";
            case Foreign foreign -> "foreign";
        };
    }

    private static Observation seen(Source source, ProviderState state, String id, @Nullable Money money) {
        return new Observation(source, state, id, money, "https://pay.example/" + id, null, null);
    }

    private static PaymentSession session(SessionStatus status) {
        var fresh = PaymentSession.open(
                new PaymentId(new UUID(1, 2)), new OrderId("o-1"), MONEY, "sandbox", PaymentDetails.NONE, NOW);
        var registered = status != SessionStatus.REGISTERING && status != SessionStatus.UNKNOWN;
        return new PaymentSession(
                fresh.id(),
                fresh.orderId(),
                MONEY,
                status,
                "sandbox",
                registered ? "p1" : null,
                null,
                null,
                null,
                VERSION,
                PaymentDetails.NONE,
                NOW,
                NOW);
    }
}
