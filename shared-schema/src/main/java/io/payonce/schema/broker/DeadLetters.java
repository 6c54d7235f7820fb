package io.payonce.schema.broker;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.event.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Puts records that cannot be understood aside, byte by byte, with the reason and where they came from. If even that
 * fails, the record's place is logged and the others go on: the source topic still has it. Thread-safe.
 */
public class DeadLetters {
    /** What all headers that a letter has beyond its record's begin with. */
    static final String PREFIX = "dead-letter-";

    public static final String REASON = "dead-letter-reason";
    public static final String TOPIC = "dead-letter-topic";
    public static final String PARTITION = "dead-letter-partition";
    public static final String OFFSET = "dead-letter-offset";
    /** When the record was written, in milliseconds since 1970. */
    public static final String TIMESTAMP = "dead-letter-timestamp";
    /** On a record that was sent back to its topic, and on the letter if it fails again: how often. */
    public static final String REDRIVEN = "redriven";

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
    private static final int REASON_LENGTH_MAX = 500;
    private static final Duration ACKNOWLEDGED_WITHIN = Duration.ofSeconds(6);
    /** After a failure nothing is tried for this long: many bad records must not add up to a blocked partition. */
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(3);

    private final KafkaTemplate<byte[], byte[]> kafka;
    private final Clock clock;
    private final Counter published;
    private final Counter failed;
    private volatile Instant notBefore = Instant.MIN;

    public DeadLetters(KafkaTemplate<byte[], byte[]> kafka, Clock clock, MeterRegistry meters) {
        this.kafka = kafka;
        this.clock = clock;
        this.published = meters.counter("payonce.dead.letters");
        this.failed = meters.counter("payonce.dead.letters.failed");
    }

    /** Returns when the record is acknowledged by all in-sync brokers, or was given up. */
    public void publish(ConsumerRecord<byte[], byte[]> record, String reason) {
        if (clock.instant().isBefore(notBefore)) {
            givenUp(record, reason, "an attempt just failed");
            return;
        }
        try {
            kafka.send(letter(record, reason)).get(ACKNOWLEDGED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            published.increment();
            log.warn("{} is a dead letter: {}", place(record), reason);
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            notBefore = clock.instant().plus(PAUSE_AFTER_FAILURE);
            givenUp(record, reason, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted, the batch comes again", e);
        }
    }

    private void givenUp(ConsumerRecord<byte[], byte[]> record, String reason, String failure) {
        failed.increment();
        log.error(
                "{} cannot be understood ({}) and its dead-letter topic does not take it ({}); "
                        + "it stays in its own topic until retention ends, fetch it from there",
                place(record),
                reason,
                failure);
    }

    private static ProducerRecord<byte[], byte[]> letter(ConsumerRecord<byte[], byte[]> record, String reason) {
        var letter = new ProducerRecord<>(Topics.deadLetters(record.topic()), record.key(), record.value());
        for (var header : record.headers()) {
            if (!header.key().startsWith(PREFIX)) {
                letter.headers().add(header);
            }
        }
        add(letter.headers(), REASON, reason.substring(0, Math.min(reason.length(), REASON_LENGTH_MAX)));
        add(letter.headers(), TOPIC, record.topic());
        add(letter.headers(), PARTITION, Integer.toString(record.partition()));
        add(letter.headers(), OFFSET, Long.toString(record.offset()));
        add(letter.headers(), TIMESTAMP, Long.toString(record.timestamp()));
        return letter;
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    private static String place(ConsumerRecord<byte[], byte[]> record) {
        return "%s-%d@%d".formatted(record.topic(), record.partition(), record.offset());
    }
}
