package io.payonce.testbed.sandbox.ledger;

import org.jspecify.annotations.Nullable;

/** What a merchant asks for, already checked. A repeat with the same order must ask for exactly the same. */
public record Registration(
        String orderId,
        String amount,
        String paymentCurrency,
        @Nullable String callbackUrl,
        @Nullable String description) {}
