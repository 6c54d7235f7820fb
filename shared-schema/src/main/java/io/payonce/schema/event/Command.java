package io.payonce.schema.event;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.PaymentId;
import org.jspecify.annotations.Nullable;

/** Work for the payment-worker, told everything it needs: the row may not be readable yet when this arrives. */
public sealed interface Command extends Event {

    Attempt attempt();

    /**
     * The payment as it is registered at the provider: equal in every command of one payment, so that a repeated
     * registration carries the same body.
     */
    record Attempt(
            String provider,
            @JsonUnwrapped Money money,
            @Nullable String description,
            @Nullable String returnUrl) {

        public static Attempt of(PaymentSession session) {
            return new Attempt(
                    session.provider(),
                    session.money(),
                    session.details().description(),
                    session.details().returnUrl());
        }
    }

    /** Create the payment at the provider, once. */
    record RegisterRequested(@JsonUnwrapped Attempt attempt) implements Command {}

    /** Ask the provider how the payment stands; register it if it proves absent and no registration was ever begun. */
    record CheckRequested(@JsonUnwrapped Attempt attempt) implements Command {}

    /**
     * Take the payment back.
     *
     * @param operation the money operation: the payment's own id for a cancellation, an id of its own for late money
     * @param late the session has already ended and this is late money
     */
    record ReverseRequested(@JsonUnwrapped Attempt attempt, PaymentId operation, boolean late) implements Command {}
}
