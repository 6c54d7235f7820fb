package io.payonce.schema.event;

import io.payonce.schema.event.Command.Attempt;
import io.payonce.schema.session.Failure;
import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One event of each type. */
final class SampleEvents {
    private static final PaymentId PAYMENT = PaymentId.of("019376a0-1111-7000-8000-000000000001");
    private static final UUID EVENT = UUID.fromString("019376a0-2222-7000-8000-000000000002");
    private static final Instant AT = Instant.parse("2026-12-01T10:00:00.123Z");
    private static final Money MONEY = Money.of(1500, "EUR");
    private static final Attempt ATTEMPT = new Attempt("sandbox", MONEY, "Two teas", "https://shop.example/back");

    private SampleEvents() {}

    static Envelope registerRequested() {
        return envelope(new Command.RegisterRequested(ATTEMPT));
    }

    static List<Envelope> all() {
        var registered = snapshot("registered", false);
        var failed = snapshot("failed", true);
        return List.of(
                registerRequested(),
                envelope(new Command.CheckRequested(ATTEMPT)),
                envelope(new Command.ReverseRequested(ATTEMPT, PAYMENT, false)),
                envelope(new ProviderReported("sandbox", seen(), PAYMENT.toString(), "ab".repeat(32))),
                envelope(new ProviderReported(
                        "sandbox", Observation.bare(Source.REGISTER, ProviderState.UNKNOWN), null, null)),
                envelope(new PaymentEvent.Registered(registered)),
                envelope(new PaymentEvent.Authorized(snapshot("authorized", false))),
                envelope(new PaymentEvent.Completed(snapshot("completed", false))),
                envelope(new PaymentEvent.Failed(failed)),
                envelope(new PaymentEvent.Canceled(snapshot("canceled", false))),
                envelope(new PaymentEvent.LateReceived(failed, MONEY)),
                envelope(new PaymentEvent.LateReversed(failed, MONEY)),
                envelope(
                        new PaymentEvent.AmountMismatch(registered, "expected 15.00 EUR, the provider says 1.00 EUR")));
    }

    private static Envelope envelope(Event event) {
        return new Envelope(EVENT, PAYMENT, new OrderId("order-1"), 1, AT, event, null);
    }

    private static Observation seen() {
        return new Observation(
                Source.REGISTER,
                ProviderState.OPEN,
                "sp_1",
                MONEY,
                "https://pay.example/1",
                AT.plusSeconds(1800),
                null);
    }

    private static PaymentSnapshot snapshot(String status, boolean failed) {
        return new PaymentSnapshot(
                status,
                MONEY,
                "sandbox",
                "sp_1",
                "https://pay.example/1",
                AT.plusSeconds(1800),
                failed ? new Failure("payment_declined", "no") : null,
                "Two teas",
                Map.of("cart", "7"));
    }
}
