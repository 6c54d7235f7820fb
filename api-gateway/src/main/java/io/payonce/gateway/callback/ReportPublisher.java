package io.payonce.gateway.callback;

import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.Topics;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;

/** Publishes a report and says whether the broker has it. */
@Component
class ReportPublisher {
    private static final int ACKNOWLEDGED_SECONDS_MAX = 6;
    private static final Logger log = LoggerFactory.getLogger(ReportPublisher.class);

    private final KafkaTemplate<String, byte[]> kafka;
    private final EventJson events;
    private final Checkpoint checkpoint;

    ReportPublisher(KafkaTemplate<String, byte[]> kafka, EventJson events, Checkpoint checkpoint) {
        this.kafka = kafka;
        this.events = events;
        this.checkpoint = checkpoint;
    }

    /** True once it is durable. False means that it may be or may not be; a repeat is harmless. */
    boolean publish(Envelope envelope) {
        var record = new ProducerRecord<>(envelope.type().topic(), envelope.key(), bytes(events.write(envelope)));
        record.headers()
                .add(Topics.HEADER_ID, bytes(envelope.eventId().toString()))
                .add(Topics.HEADER_TYPE, bytes(envelope.type().wireName()));
        if (envelope.traceparent() != null) {
            record.headers().add(Topics.HEADER_TRACEPARENT, bytes(envelope.traceparent()));
        }
        try {
            var sent = kafka.send(record);
            checkpoint.reach(Point.B2_PUBLISHED);
            sent.get(ACKNOWLEDGED_SECONDS_MAX, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            log.warn("A callback was not stored, its sender repeats it: {}", e.toString());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
