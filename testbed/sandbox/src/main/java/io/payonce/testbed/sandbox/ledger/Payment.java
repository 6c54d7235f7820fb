package io.payonce.testbed.sandbox.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One payment in the provider's ledger.
 *
 * @param orderId the merchant's reference, here the payonce payment id
 * @param amount decimal with exactly the currency's decimals
 * @param expiryEnforced false for a payment that stays payable past {@code expiresAt}
 * @param history every status with its time, the first included; at most one entry per movement
 */
public record Payment(
        String paymentId,
        String orderId,
        PaymentStatus status,
        String amount,
        String paymentCurrency,
        @Nullable String callbackUrl,
        @Nullable String description,
        Instant createdAt,
        Instant updatedAt,
        Instant expiresAt,
        boolean expiryEnforced,
        List<Step> history) {

    /** A status and when it was entered. */
    public record Step(PaymentStatus status, Instant at) {}

    static Payment opened(String paymentId, Registration wanted, Instant now, Terms terms) {
        return new Payment(
                paymentId,
                wanted.orderId(),
                PaymentStatus.PENDING,
                wanted.amount(),
                wanted.paymentCurrency(),
                wanted.callbackUrl(),
                wanted.description(),
                now,
                now,
                now.plusMillis(terms.expiresAfterMs()),
                terms.expiryEnforced(),
                List.of(new Step(PaymentStatus.PENDING, now)));
    }

    Payment moved(PaymentStatus to, Instant now) {
        var steps = new ArrayList<>(history);
        steps.add(new Step(to, now));
        return new Payment(
                paymentId,
                orderId,
                to,
                amount,
                paymentCurrency,
                callbackUrl,
                description,
                createdAt,
                now,
                expiresAt,
                expiryEnforced,
                List.copyOf(steps));
    }

    boolean isFor(Registration wanted) {
        return wanted.equals(new Registration(orderId, amount, paymentCurrency, callbackUrl, description));
    }

    boolean isOverdue(Instant now) {
        return status == PaymentStatus.PENDING && expiryEnforced && !now.isBefore(expiresAt);
    }
}
