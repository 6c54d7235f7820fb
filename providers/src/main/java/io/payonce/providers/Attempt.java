package io.payonce.providers;

import io.payonce.schema.value.Money;
import io.payonce.schema.value.PaymentId;
import org.jspecify.annotations.Nullable;

/**
 * The payment as it is registered.
 *
 * @param payment our id, which is the provider's idempotency key
 * @param callbackUrl where the provider reports
 */
public record Attempt(
        PaymentId payment,
        Money money,
        @Nullable String description,
        @Nullable String returnUrl,
        String callbackUrl) {}
