package io.payonce.schema.event;

import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One event with its address.
 *
 * @param eventId distinct per event, equal in every delivery of it
 * @param orderId null only in reports about a payment we may not know
 * @param sequence the session's version when the event was made; never falls within one payment's payment events. In a
 *     report the version that the question was asked about, 0 if nobody asked
 * @param traceparent W3C trace context, carried as a Kafka header and not in the body
 */
public record Envelope(
        UUID eventId,
        PaymentId paymentId,
        @Nullable OrderId orderId,
        long sequence,
        Instant occurredAt,
        Event event,
        @Nullable String traceparent) {

    /** An event about the session as it stands. */
    public static Envelope about(
            PaymentSession session, UUID eventId, Instant now, Event event, @Nullable String traceparent) {
        return new Envelope(eventId, session.id(), session.orderId(), session.version(), now, event, traceparent);
    }

    public EventType type() {
        return EventType.of(event);
    }

    /** The Kafka key: payment events are ordered per order, everything else per payment. */
    public String key() {
        return event instanceof PaymentEvent && orderId != null ? orderId.value() : paymentId.toString();
    }

    public Envelope withTraceparent(@Nullable String value) {
        return new Envelope(eventId, paymentId, orderId, sequence, occurredAt, event, value);
    }
}
