package io.payonce.worker.intake;

import io.payonce.schema.broker.DeadLetters;
import io.payonce.schema.event.Command;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.Reading;
import io.payonce.schema.event.Topics;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.worker.intake.TakeCommands.Taken;
import io.payonce.worker.queue.WakeUp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/**
 * Commands from Kafka into the queue: commit, dead letters acknowledged, then offsets. A crash in between brings the
 * batch again, and it finds its rows there. A database that is down holds the partition; a record it will not take, or
 * that cannot be read, never does.
 */
@Component
public class CommandIntake {
    static final String LISTENER = "command-intake";

    private static final Logger log = LoggerFactory.getLogger(CommandIntake.class);

    private final EventJson events;
    private final TakeCommands takeCommands;
    private final DeadLetters deadLetters;
    private final WakeUp wakeUp;
    private final Checkpoint checkpoint;

    CommandIntake(
            EventJson events,
            TakeCommands takeCommands,
            DeadLetters deadLetters,
            WakeUp wakeUp,
            Checkpoint checkpoint) {
        this.events = events;
        this.takeCommands = takeCommands;
        this.deadLetters = deadLetters;
        this.wakeUp = wakeUp;
        this.checkpoint = checkpoint;
    }

    @KafkaListener(id = LISTENER, idIsGroup = false, topics = Topics.COMMANDS, batch = "true", autoStartup = "false")
    void take(List<ConsumerRecord<byte[], byte[]>> records) {
        checkpoint.reach(Point.W1_POLLED);
        var readable = new LinkedHashMap<ConsumerRecord<byte[], byte[]>, Taken>();
        var refused = new LinkedHashMap<ConsumerRecord<byte[], byte[]>, String>();
        for (var record : records) {
            switch (events.read(record.value())) {
                case Reading.Unreadable unreadable -> refused.put(record, unreadable.reason());
                case Reading.Read read ->
                    taken(read.envelope().withTraceparent(traceparent(record)))
                            .ifPresentOrElse(
                                    taken -> readable.put(record, taken),
                                    () -> refused.put(record, "no command about an order"));
            }
        }
        store(readable, refused);
        checkpoint.reach(Point.W3_INTAKE_COMMITTED);
        wakeUp.signal();
        refused.forEach(deadLetters::publish);
    }

    private void store(
            Map<ConsumerRecord<byte[], byte[]>, Taken> readable, Map<ConsumerRecord<byte[], byte[]>, String> refused) {
        try {
            takeCommands.take(new ArrayList<>(readable.values()));
        } catch (DataIntegrityViolationException e) {
            log.warn("The database refused a batch of {} commands; each is stored by itself", readable.size(), e);
            readable.forEach((record, taken) -> storeAlone(record, taken, refused));
        }
    }

    private void storeAlone(
            ConsumerRecord<byte[], byte[]> record, Taken taken, Map<ConsumerRecord<byte[], byte[]>, String> refused) {
        try {
            takeCommands.take(List.of(taken));
        } catch (DataIntegrityViolationException e) {
            refused.put(
                    record,
                    "the database refused it: " + e.getMostSpecificCause().getMessage());
        }
    }

    private static Optional<Taken> taken(Envelope envelope) {
        return envelope.event() instanceof Command command && envelope.orderId() != null
                ? Optional.of(new Taken(envelope, envelope.orderId(), command))
                : Optional.empty();
    }

    private static @Nullable String traceparent(ConsumerRecord<byte[], byte[]> record) {
        var header = record.headers().lastHeader(Topics.HEADER_TRACEPARENT);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.US_ASCII);
    }
}
