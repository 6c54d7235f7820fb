package io.payonce.testbed.sandbox.ledger;

import java.time.Instant;

/** A payment has reached a status, and the merchant is to be told. */
public record PaymentEvent(String eventId, Payment payment) {
    /** The event's name, as {@code payment.paid}. */
    public String name() {
        return "payment." + payment.status().word();
    }

    public Instant occurredAt() {
        return payment.updatedAt();
    }
}
