package io.payonce.testbed.lab.history;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The envelope that outbox rows and topic records carry.
 *
 * @param orderId empty if the event names none
 */
public record Event(String id, String type, String paymentId, String orderId, long sequence, JsonNode data) {

    /** Empty if the text is no envelope. */
    public static Optional<Event> of(String text) {
        try {
            var root = JsonMapper.shared().readTree(text);
            return root.path("event_id").isString()
                    ? Optional.of(new Event(
                            root.path("event_id").stringValue(),
                            root.path("type").asString(""),
                            root.path("payment_id").asString(""),
                            root.path("order_id").asString(""),
                            root.path("sequence").asLong(-1),
                            root.path("data")))
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** The source of a provider report: {@code register}, {@code status}, {@code reverse} or {@code callback}. */
    public String source() {
        return data.path("source").asString("");
    }

    /** What a provider report says about the payment. */
    public String state() {
        return data.path("state").asString("");
    }
}
