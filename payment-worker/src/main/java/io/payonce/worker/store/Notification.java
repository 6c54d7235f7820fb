package io.payonce.worker.store;

import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.util.UUID;

/**
 * A webhook in the hands of the one who claimed it.
 *
 * @param payload the event's envelope, as it stood on its topic
 * @param attempt which try of its series this is, 1 the first
 * @param epoch what makes the holder the holder
 */
public record Notification(UUID event, OrderId order, String type, String payload, int attempt, long epoch) {

    /** An event that is to be told to the merchant. */
    public record New(UUID event, OrderId order, PaymentId payment, String type, String payload) {}

    /** Without the payload, for the log. */
    @Override
    public String toString() {
        return "notification %s (%s of order %s, try %d)".formatted(event, type, order.value(), attempt);
    }
}
