package io.payonce.command.read;

import io.payonce.schema.session.Failure;
import io.payonce.schema.session.PaymentSession;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The payment object of the API. Absent values are null members, so that a client sees every name. */
public record PaymentView(
        String id,
        String orderId,
        long amount,
        String currency,
        String status,
        String provider,
        @Nullable String providerPaymentId,
        @Nullable String payUrl,
        @Nullable Instant expiresAt,
        @Nullable Failure failure,
        @Nullable String description,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt,
        int version) {

    public static PaymentView of(PaymentSession session) {
        return new PaymentView(
                session.id().toString(),
                session.orderId().value(),
                session.money().amount(),
                session.money().currency().getCurrencyCode(),
                session.status().apiName(),
                session.provider(),
                session.providerPaymentId(),
                session.payUrl(),
                session.expiresAt(),
                session.failure(),
                session.details().description(),
                session.details().metadata(),
                session.createdAt().truncatedTo(ChronoUnit.MILLIS),
                session.updatedAt().truncatedTo(ChronoUnit.MILLIS),
                session.version());
    }
}
