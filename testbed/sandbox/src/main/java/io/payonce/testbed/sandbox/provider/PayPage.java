package io.payonce.testbed.sandbox.provider;

import io.payonce.testbed.sandbox.http.Page;
import io.payonce.testbed.sandbox.http.Reply;
import io.payonce.testbed.sandbox.http.Reply.Answer;
import io.payonce.testbed.sandbox.http.Request;
import io.payonce.testbed.sandbox.ledger.Acted;
import io.payonce.testbed.sandbox.ledger.Ledger;
import io.payonce.testbed.sandbox.ledger.Payment;
import io.payonce.testbed.sandbox.ledger.PaymentAction;
import io.payonce.testbed.sandbox.ledger.PaymentStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where a person pays or declines. */
public final class PayPage {
    private final Ledger ledger;
    private final Page page = Page.load("/pay.html");
    private final Page notFound = Page.load("/pay-not-found.html");

    public PayPage(Ledger ledger) {
        this.ledger = ledger;
    }

    public Reply show(Request request, List<String> ids) {
        return ledger.ofPayment(ids.getFirst())
                .map(payment -> shown(200, payment, ""))
                .orElseGet(this::unknown);
    }

    public Reply pay(Request request, List<String> ids) {
        return act(ids.getFirst(), PaymentAction.PAY);
    }

    public Reply decline(Request request, List<String> ids) {
        return act(ids.getFirst(), PaymentAction.DECLINE);
    }

    /** A person may press a button of an old page: an expired or failed payment is no longer paid here. */
    private Reply act(String paymentId, PaymentAction action) {
        var payment = ledger.ofPayment(paymentId);
        if (payment.isPresent()
                && !isOpen(payment.get())
                && !action.leadsTo(payment.get().status())) {
            return shown(409, payment.get(), "This payment is already closed.");
        }
        return switch (ledger.act(paymentId, action)) {
            case Acted.Done done -> shown(200, done.payment(), "");
            case Acted.Refused refused -> shown(409, refused.payment(), refused.why());
            case Acted.NotFound gone -> unknown();
        };
    }

    private static boolean isOpen(Payment payment) {
        return payment.status() == PaymentStatus.PENDING || payment.status() == PaymentStatus.AUTHORIZED;
    }

    private Answer unknown() {
        return Answer.html(404, notFound.filled(Map.of()));
    }

    private Answer shown(int status, Payment payment, String note) {
        return Answer.html(
                status,
                page.filled(Map.of(
                        "amount", payment.amount(),
                        "currency", payment.paymentCurrency(),
                        "description",
                                Optional.ofNullable(payment.description()).orElse("Your order"),
                        "order", payment.orderId(),
                        "payment", payment.paymentId(),
                        "status", payment.status().word(),
                        "headline", headline(payment.status()),
                        "note", note)));
    }

    private static String headline(PaymentStatus status) {
        return switch (status) {
            case PENDING -> "Confirm your payment";
            case AUTHORIZED -> "The money is held";
            case PAID -> "Paid. Thank you!";
            case FAILED -> "Payment declined";
            case EXPIRED -> "This payment has expired";
            case REVERSED -> "This payment was reversed";
        };
    }
}
