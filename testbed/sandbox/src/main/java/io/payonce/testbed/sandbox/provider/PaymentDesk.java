package io.payonce.testbed.sandbox.provider;

import io.payonce.testbed.sandbox.faults.Fault;
import io.payonce.testbed.sandbox.faults.FaultKind;
import io.payonce.testbed.sandbox.http.Members;
import io.payonce.testbed.sandbox.http.Reply.Answer;
import io.payonce.testbed.sandbox.http.Request;
import io.payonce.testbed.sandbox.http.RequestRefused;
import io.payonce.testbed.sandbox.ledger.Acted;
import io.payonce.testbed.sandbox.ledger.Ledger;
import io.payonce.testbed.sandbox.ledger.Payment;
import io.payonce.testbed.sandbox.ledger.PaymentAction;
import io.payonce.testbed.sandbox.ledger.PaymentStatus;
import io.payonce.testbed.sandbox.ledger.Registered;
import io.payonce.testbed.sandbox.provider.ProviderCall.Other;
import io.payonce.testbed.sandbox.provider.ProviderCall.Redirected;
import io.payonce.testbed.sandbox.provider.ProviderCall.Register;
import io.payonce.testbed.sandbox.provider.ProviderCall.Reverse;
import io.payonce.testbed.sandbox.provider.ProviderCall.StatusOfOrder;
import io.payonce.testbed.sandbox.provider.ProviderCall.StatusOfPayment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Serves the provider's calls as documented, once they are known to be genuine. */
public final class PaymentDesk {
    private static final Duration PENDING_REVERSE = Duration.ofSeconds(1);
    private static final int KEY_LENGTH_MAX = 255;

    private final Ledger ledger;
    private final ReadRegistration readRegistration;
    private final String payPages;

    /**
     * Opens the desk.
     *
     * @param currencies what is accepted; the first one is named in refusals
     * @param payPages the address before {@code /pay/…}
     */
    public PaymentDesk(Ledger ledger, List<String> currencies, String payPages) {
        this.ledger = ledger;
        this.readRegistration = new ReadRegistration(currencies);
        this.payPages = payPages;
    }

    /** What a merchant gets to see of a payment. */
    private record PaymentAnswer(
            String paymentId,
            String orderId,
            PaymentStatus status,
            String amount,
            String paymentCurrency,
            String payUrl,
            String expiresAt) {}

    /** Performs the call; two faults change what a reverse means, all others are not this class's concern. */
    Answer serve(ProviderCall call, Request request, Optional<Fault> fault) {
        try {
            return switch (call) {
                case Register register -> register(request.members());
                case StatusOfOrder status -> found(ledger.ofOrder(status.orderId()));
                case StatusOfPayment status -> found(ledger.ofPayment(status.paymentId()));
                case Reverse reverse -> reverse(reverse.paymentId(), request.members(), fault);
                case Redirected redirected -> Answer.error(404, "not found");
                case Other other -> Answer.error(other.status(), other.error());
            };
        } catch (RequestRefused e) {
            return Answer.error(e.status(), e.getMessage());
        }
    }

    private Answer register(Members members) {
        return switch (ledger.register(readRegistration.read(members))) {
            case Registered.Held held -> Answer.json(200, shown(held.payment()));
            case Registered.Conflict conflict -> Answer.error(409, "order_id is in use with other parameters");
            case Registered.Full full -> Answer.error(500, "unable to create payment");
        };
    }

    private Answer found(Optional<Payment> payment) {
        return payment.map(known -> Answer.json(200, shown(known)))
                .orElseGet(() -> Answer.error(404, "payment not found"));
    }

    private Answer reverse(String paymentId, Members members, Optional<Fault> fault) {
        var key = members.text("idempotency_key");
        if (key.isEmpty() || key.length() > KEY_LENGTH_MAX) {
            return Answer.error(400, "idempotency_key must have 1 to %d characters".formatted(KEY_LENGTH_MAX));
        }
        var payment = ledger.ofPayment(paymentId);
        if (payment.isEmpty()) {
            return Answer.error(404, "payment not found");
        }
        return fault.flatMap(ordered -> reverseOddly(payment.get(), ordered)).orElseGet(() -> reverse(payment.get()));
    }

    private Answer reverse(Payment payment) {
        return switch (ledger.act(payment.paymentId(), PaymentAction.REVERSE)) {
            case Acted.Done done -> reversal(payment, PaymentStatus.REVERSED);
            case Acted.Refused refused -> Answer.error(409, refused.why());
            case Acted.NotFound gone -> Answer.error(404, "payment not found");
        };
    }

    /** Empty when the payment is in a state that these faults do not touch. */
    private Optional<Answer> reverseOddly(Payment payment, Fault fault) {
        var status = payment.status();
        if (fault.fault() == FaultKind.REFUSE_CAPTURED && status == PaymentStatus.PAID) {
            return Optional.of(Answer.error(409, "payment is captured"));
        }
        if (fault.fault() == FaultKind.REVERSE_PENDING && PaymentAction.REVERSE.moves(status)) {
            ledger.reverseLater(payment, fault.delay(PENDING_REVERSE));
            return Optional.of(reversal(payment, PaymentStatus.PENDING));
        }
        return Optional.empty();
    }

    private static Answer reversal(Payment payment, PaymentStatus status) {
        return Answer.json(200, new Reversal(payment.paymentId(), status));
    }

    private record Reversal(String paymentId, PaymentStatus status) {}

    private PaymentAnswer shown(Payment payment) {
        return new PaymentAnswer(
                payment.paymentId(),
                payment.orderId(),
                payment.status(),
                payment.amount(),
                payment.paymentCurrency(),
                payPages + "/pay/" + payment.paymentId(),
                payment.expiresAt().toString());
    }
}
