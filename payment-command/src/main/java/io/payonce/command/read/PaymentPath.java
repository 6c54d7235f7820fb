package io.payonce.command.read;

import io.payonce.command.http.BadRequest;
import io.payonce.command.http.Problem;
import io.payonce.schema.value.PaymentId;
import org.springframework.http.HttpStatus;

/** A payment's id as it stands in a path. */
public final class PaymentPath {
    private PaymentPath() {}

    /**
     * The id; what is none cannot name a payment, so it is answered like an unknown one.
     *
     * @throws BadRequest (404) if the text is no payment id
     */
    public static PaymentId id(String text) {
        try {
            return PaymentId.of(text);
        } catch (IllegalArgumentException e) {
            throw notFound();
        }
    }

    public static BadRequest notFound() {
        return BadRequest.of(Problem.of(HttpStatus.NOT_FOUND, "payment_not_found", "There is no such payment."));
    }
}
