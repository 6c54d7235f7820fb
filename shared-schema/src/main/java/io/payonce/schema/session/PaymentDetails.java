package io.payonce.schema.session;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the shop attached to a payment; none of it changes what is paid. */
public record PaymentDetails(
        @Nullable String returnUrl, @Nullable String description, Map<String, String> metadata) {
    public static final PaymentDetails NONE = new PaymentDetails(null, null, Map.of());
}
