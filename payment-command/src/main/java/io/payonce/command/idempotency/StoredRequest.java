package io.payonce.command.idempotency;

import io.payonce.schema.value.PaymentId;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a key.
 *
 * @param payment the payment the request is about
 * @param answer what was answered; null while the first request is still being answered
 * @param abandoned the first request's owner has been silent for so long that somebody else may answer
 */
public record StoredRequest(
        byte[] fingerprint, PaymentId payment, @Nullable StoredAnswer answer, boolean abandoned) {

    public boolean isSameAs(byte[] other) {
        return Arrays.equals(fingerprint, other);
    }
}
