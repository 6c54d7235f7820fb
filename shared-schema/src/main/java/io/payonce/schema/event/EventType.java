package io.payonce.schema.event;

import java.util.Arrays;
import java.util.Optional;

/** The wire name of each event and the topic it travels on. */
public enum EventType {
    REGISTER_REQUESTED("RegisterRequested", Topics.COMMANDS, Command.RegisterRequested.class),
    CHECK_REQUESTED("CheckRequested", Topics.COMMANDS, Command.CheckRequested.class),
    REVERSE_REQUESTED("ReverseRequested", Topics.COMMANDS, Command.ReverseRequested.class),
    PROVIDER_REPORTED("ProviderReported", Topics.PROVIDER_REPORTS, ProviderReported.class),
    PAYMENT_REGISTERED("payment.registered", Topics.PAYMENT_EVENTS, PaymentEvent.Registered.class),
    PAYMENT_AUTHORIZED("payment.authorized", Topics.PAYMENT_EVENTS, PaymentEvent.Authorized.class),
    PAYMENT_COMPLETED("payment.completed", Topics.PAYMENT_EVENTS, PaymentEvent.Completed.class),
    PAYMENT_FAILED("payment.failed", Topics.PAYMENT_EVENTS, PaymentEvent.Failed.class),
    PAYMENT_CANCELED("payment.canceled", Topics.PAYMENT_EVENTS, PaymentEvent.Canceled.class),
    PAYMENT_LATE_RECEIVED("payment.late_received", Topics.PAYMENT_EVENTS, PaymentEvent.LateReceived.class),
    PAYMENT_LATE_REVERSED("payment.late_reversed", Topics.PAYMENT_EVENTS, PaymentEvent.LateReversed.class),
    PAYMENT_AMOUNT_MISMATCH("payment.amount_mismatch", Topics.PAYMENT_EVENTS, PaymentEvent.AmountMismatch.class);

    private final String wireName;
    private final String topic;
    private final Class<? extends Event> event;

    EventType(String wireName, String topic, Class<? extends Event> event) {
        this.wireName = wireName;
        this.topic = topic;
        this.event = event;
    }

    public String wireName() {
        return wireName;
    }

    public String topic() {
        return topic;
    }

    Class<? extends Event> event() {
        return event;
    }

    public static EventType of(Event event) {
        return Arrays.stream(values())
                .filter(type -> type.event == event.getClass())
                .findFirst()
                .orElseThrow();
    }

    static Optional<EventType> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(type -> type.wireName.equals(wireName))
                .findFirst();
    }
}
