package io.payonce.testbed.sandbox.callbacks;

import io.payonce.testbed.sandbox.json.Json;
import io.payonce.testbed.sandbox.ledger.PaymentEvent;

/** What a callback says, in the order of the contract. */
record CallbackBody(
        String event,
        String eventId,
        String paymentId,
        String orderId,
        String status,
        String amount,
        String paymentCurrency,
        String occurredAt) {

    static CallbackBody of(PaymentEvent event) {
        var payment = event.payment();
        return new CallbackBody(
                event.name(),
                event.eventId(),
                payment.paymentId(),
                payment.orderId(),
                payment.status().word(),
                payment.amount(),
                payment.paymentCurrency(),
                event.occurredAt().toString());
    }

    CallbackBody mysterious() {
        return new CallbackBody(
                "payment.mystery", eventId, paymentId, orderId, "mystery", amount, paymentCurrency, occurredAt);
    }

    byte[] bytes() {
        return Json.MAPPER.writeValueAsBytes(this);
    }
}
