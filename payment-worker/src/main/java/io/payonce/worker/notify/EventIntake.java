package io.payonce.worker.notify;

import io.payonce.schema.broker.DeadLetters;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.PaymentEvent;
import io.payonce.schema.event.Reading.Read;
import io.payonce.schema.event.Reading.Unreadable;
import io.payonce.schema.event.Topics;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.worker.store.Notification;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/**
 * Payment events from Kafka into the queue: commit, dead letters acknowledged, then offsets. A crash in between brings
 * the batch again, and it finds its rows there. Without a webhook events are read and dropped, so that one configured
 * later begins with what happens from then on.
 */
@Component
class EventIntake {
    static final String GROUP = "payonce-notifier";

    private static final Logger log = LoggerFactory.getLogger(EventIntake.class);

    private final EventJson events;
    private final TakeEvents takeEvents;
    private final DeadLetters deadLetters;
    private final Checkpoint checkpoint;
    private final Optional<DeliveryLoop> loop;

    EventIntake(
            EventJson events,
            TakeEvents takeEvents,
            DeadLetters deadLetters,
            Checkpoint checkpoint,
            Optional<DeliveryLoop> loop) {
        this.events = events;
        this.takeEvents = takeEvents;
        this.deadLetters = deadLetters;
        this.checkpoint = checkpoint;
        this.loop = loop;
        if (loop.isEmpty()) {
            log.info("PAYONCE_WEBHOOK_URL is not set: no merchant webhooks, and what passes now is not sent later");
        }
    }

    @KafkaListener(
            id = "event-intake",
            groupId = GROUP,
            topics = Topics.PAYMENT_EVENTS,
            batch = "true",
            autoStartup = "false")
    void take(List<ConsumerRecord<byte[], byte[]>> records) {
        loop.ifPresent(delivery -> take(records, delivery));
    }

    private void take(List<ConsumerRecord<byte[], byte[]>> records, DeliveryLoop delivery) {
        var readable = new LinkedHashMap<ConsumerRecord<byte[], byte[]>, Notification.New>();
        var refused = new LinkedHashMap<ConsumerRecord<byte[], byte[]>, String>();
        for (var record : records) {
            switch (events.read(record.value())) {
                case Unreadable unreadable -> refused.put(record, unreadable.reason());
                case Read read ->
                    notification(read, record.value())
                            .ifPresentOrElse(
                                    notification -> readable.put(record, notification),
                                    () -> refused.put(record, "no payment event of an order in UTF-8"));
            }
        }
        store(readable, refused);
        checkpoint.reach(Point.F1_EVENT_TAKEN);
        delivery.wake();
        refused.forEach(deadLetters::publish);
    }

    private static Optional<Notification.New> notification(Read read, byte[] value) {
        var envelope = read.envelope();
        var order = envelope.orderId();
        return envelope.event() instanceof PaymentEvent && order != null
                ? text(value)
                        .map(payload -> new Notification.New(
                                envelope.eventId(),
                                order,
                                envelope.paymentId(),
                                envelope.type().wireName(),
                                payload))
                : Optional.empty();
    }

    /** The bytes as text that gives the same bytes again; U+0000 the database cannot hold. */
    private static Optional<String> text(byte[] value) {
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
            return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private void store(
            Map<ConsumerRecord<byte[], byte[]>, Notification.New> readable,
            Map<ConsumerRecord<byte[], byte[]>, String> refused) {
        try {
            takeEvents.take(new ArrayList<>(readable.values()));
        } catch (DataIntegrityViolationException e) {
            log.warn("The database refused a batch of {} events; each is stored by itself", readable.size(), e);
            readable.forEach((record, notification) -> storeAlone(record, notification, refused));
        }
    }

    private void storeAlone(
            ConsumerRecord<byte[], byte[]> record,
            Notification.New notification,
            Map<ConsumerRecord<byte[], byte[]>, String> refused) {
        try {
            takeEvents.take(List.of(notification));
        } catch (DataIntegrityViolationException e) {
            refused.put(
                    record,
                    "the database refused it: " + e.getMostSpecificCause().getMessage());
        }
    }
}
