package io.payonce.testbed.sandbox.shop;

import org.jspecify.annotations.Nullable;

/**
 * A merchant webhook that the shop received.
 *
 * @param id the event's id, the same however often it comes
 * @param orderId the shop's own order
 * @param times how often it came
 */
public record Notification(
        String id,
        String type,
        @Nullable String orderId,
        @Nullable String paymentId,
        int times) {

    Notification again() {
        return new Notification(id, type, orderId, paymentId, times + 1);
    }

    boolean fulfils() {
        return type.equals("payment.completed");
    }
}
