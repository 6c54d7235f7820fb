package io.payonce.testbed.sandbox.ledger;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Where a payment stands with the provider. */
public enum PaymentStatus {
    PENDING,
    AUTHORIZED,
    PAID,
    FAILED,
    EXPIRED,
    REVERSED;

    /** The word in answers and callbacks. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
