package io.payonce.reconciler.apply;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.event.Topics;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;

/** Keeps what cannot be understood, with the original bytes and the reason, where a person can look at it. */
@Component
class DeadLetters {
    private static final int ACKNOWLEDGED_SECONDS_MAX = 10;
    private static final int REASON_LENGTH_MAX = 500;
    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);

    private final KafkaTemplate<String, byte @Nullable []> kafka;
    private final MeterRegistry metrics;

    DeadLetters(KafkaTemplate<String, byte @Nullable []> kafka, MeterRegistry metrics) {
        this.kafka = kafka;
        this.metrics = metrics;
    }

    /** Returns when the record is kept, or when it is certain that it cannot be: good records are not held up by it. */
    void bury(ConsumerRecord<String, byte @Nullable []> record, String reason) {
        var position = record.topic() + "-" + record.partition() + "@" + record.offset();
        var letter = new ProducerRecord<String, byte @Nullable []>(
                Topics.deadLetters(record.topic()), null, record.key(), record.value());
        record.headers().forEach(letter.headers()::add);
        letter.headers()
                .add("payonce-reason", bytes(reason.substring(0, Math.min(reason.length(), REASON_LENGTH_MAX))))
                .add("payonce-position", bytes(position));
        try {
            kafka.send(letter).get(ACKNOWLEDGED_SECONDS_MAX, TimeUnit.SECONDS);
            metrics.counter("payonce_dead_letters", "topic", record.topic()).increment();
            log.error("{} is a dead letter: {}", position, reason);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped before the dead letter was kept; it is read again", e);
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            metrics.counter("payonce_dead_letters_failed", "topic", record.topic())
                    .increment();
            log.error("{} is a dead letter and could not be kept; it stays in its topic: {}", position, reason, e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
