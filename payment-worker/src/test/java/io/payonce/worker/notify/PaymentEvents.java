package io.payonce.worker.notify;

import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.PaymentEvent.Completed;
import io.payonce.schema.event.PaymentSnapshot;
import io.payonce.schema.value.OrderId;
import io.payonce.worker.Some;
import java.util.Map;
import java.util.UUID;

/** Payment events as they stand on their topic, in characters of more than one byte. */
final class PaymentEvents {
    private PaymentEvents() {}

    static OrderId order(UUID event) {
        return new OrderId("order-" + event);
    }

    static String completed(UUID event) {
        var payment = new PaymentSnapshot(
                "completed", Some.MONEY, "sandbox", "p1", null, null, null, "чай, 茶", Map.of("a", "b"));
        return new EventJson()
                .write(new Envelope(
                        event,
                        Some.IDS.nextPayment(),
                        order(event),
                        3,
                        Some.CLOCK.instant(),
                        new Completed(payment),
                        null));
    }
}
