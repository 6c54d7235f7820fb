package io.payonce.testbed.sandbox.calls;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One call the provider received.
 *
 * @param at when it arrived
 * @param operation {@code register}, {@code status}, {@code reverse}, {@code redirected}, or {@code other} for a path
 *     that the provider does not document
 * @param orderId the payonce payment id
 * @param idempotencyKey the order of a register, the key of a reverse, nothing for a status query
 * @param status the HTTP status answered; 0 when the caller got none, null while it waits
 * @param target the address of an {@code other} call
 */
public record Call(
        Instant at,
        String operation,
        @Nullable String orderId,
        @Nullable String paymentId,
        @Nullable String nonce,
        @Nullable String idempotencyKey,
        @Nullable Integer status,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String target) {

    Call answered(int answer, @Nullable String payment) {
        var id = payment == null ? paymentId : payment;
        return new Call(at, operation, orderId, id, nonce, idempotencyKey, answer, target);
    }
}
