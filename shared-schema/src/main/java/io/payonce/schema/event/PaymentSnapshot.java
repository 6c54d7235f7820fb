package io.payonce.schema.event;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.payonce.schema.session.Failure;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.value.Money;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The payment as outsiders see it in an event; field names are those of the API's payment object. */
public record PaymentSnapshot(
        String status,
        @JsonUnwrapped Money money,
        String provider,
        @Nullable String providerPaymentId,
        @Nullable String payUrl,
        @Nullable Instant expiresAt,
        @Nullable Failure failure,
        @Nullable String description,
        Map<String, String> metadata) {

    public static PaymentSnapshot of(PaymentSession session) {
        return new PaymentSnapshot(
                session.status().apiName(),
                session.money(),
                session.provider(),
                session.providerPaymentId(),
                session.payUrl(),
                session.expiresAt(),
                session.failure(),
                session.details().description(),
                session.details().metadata());
    }
}
