package io.payonce.schema.event;

import java.util.List;

/** The Kafka topics. Order is promised per key only: payment id for commands and reports, order id for events. */
public final class Topics {
    public static final String COMMANDS = "payonce.commands";
    public static final String PROVIDER_REPORTS = "payonce.provider-reports";
    public static final String PAYMENT_EVENTS = "payonce.payment-events";

    /** What is appended to a topic's name for records that cannot be understood. */
    public static final String DEAD_LETTER_SUFFIX = ".dlt";

    /** Partitions of each topic at creation; raising it later moves keys, so it is generous for a start. */
    public static final int PARTITIONS = 6;

    /** Kafka header with the event id, as in the envelope. */
    public static final String HEADER_ID = "id";
    /** Kafka header with the event type, as in the envelope. */
    public static final String HEADER_TYPE = "type";
    /** Kafka header with the W3C trace context, if the event has one. */
    public static final String HEADER_TRACEPARENT = "traceparent";

    private Topics() {}

    public static List<String> all() {
        return List.of(COMMANDS, PROVIDER_REPORTS, PAYMENT_EVENTS);
    }

    public static String deadLetters(String topic) {
        return topic + DEAD_LETTER_SUFFIX;
    }
}
