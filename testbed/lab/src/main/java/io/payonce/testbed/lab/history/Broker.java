package io.payonce.testbed.lab.history;

import java.util.List;
import java.util.Optional;

/**
 * Everything the topics hold.
 *
 * @param records in the order in which they were read: ascending by offset within each partition
 * @param deadLetters records that a consumer set aside
 * @param lags what consumer groups have not read yet; only those that lag behind
 */
public record Broker(List<Message> records, List<Message> deadLetters, List<Lag> lags) {

    public static final String COMMANDS = "payonce.commands";
    public static final String REPORTS = "payonce.provider-reports";
    public static final String PAYMENT_EVENTS = "payonce.payment-events";

    /** Empty events are records that are no envelope. */
    public record Message(String topic, int partition, long offset, Optional<Event> event, String value) {
        /** Where to find it. */
        public String place() {
            return "%s-%d@%d".formatted(topic, partition, offset);
        }
    }

    public record Lag(String group, String topic, int partition, long records) {}
}
