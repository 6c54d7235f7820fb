package io.payonce.schema.broker;

import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.Reading;
import io.payonce.schema.event.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A dead letter as it lies in its topic. Its headers may have been written by anybody: what they say is shown without
 * control characters, and nothing but the count is acted on.
 *
 * @param topic whose dead letter it is
 */
record Letter(String topic, ConsumerRecord<byte[], byte[]> record) {
    private static final int SHOWN_CHARACTERS_MAX = 500;

    TopicPartition partition() {
        return new TopicPartition(record.topic(), record.partition());
    }

    /** How often it was redriven before; a count that cannot be read is taken for the most there is. */
    int times() {
        var text = header(DeadLetters.REDRIVEN, "0");
        return text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : RedriveOptions.TIMES_MAX;
    }

    /** Key, value and headers as they were, and the count. The partition is the key's, as it was at first. */
    ProducerRecord<byte[], byte[]> original() {
        var original = new ProducerRecord<>(topic, record.key(), record.value());
        for (var header : record.headers()) {
            if (!header.key().startsWith(DeadLetters.PREFIX) && !header.key().equals(DeadLetters.REDRIVEN)) {
                original.headers().add(header);
            }
        }
        var count = Integer.toString(times() + 1);
        original.headers().add(DeadLetters.REDRIVEN, count.getBytes(StandardCharsets.UTF_8));
        return original;
    }

    String place() {
        return "%s %d@%d".formatted(record.topic(), record.partition(), record.offset());
    }

    /** One line: where it came from and why it is here. */
    String description(EventJson events) {
        return "from %s %s@%s of %s, type %s, %d bytes, redriven %d times, reason: %s"
                .formatted(
                        header(DeadLetters.TOPIC, "?"),
                        header(DeadLetters.PARTITION, "?"),
                        header(DeadLetters.OFFSET, "?"),
                        writtenAt(),
                        type(events),
                        Math.max(0, record.serializedValueSize()),
                        times(),
                        header(DeadLetters.REASON, "?"));
    }

    private String type(EventJson events) {
        var type = header(Topics.HEADER_TYPE, "");
        if (!type.isEmpty()) {
            return type;
        }
        return events.read(record.value()) instanceof Reading.Read read
                ? read.envelope().type().wireName()
                : "?";
    }

    private String writtenAt() {
        var millis = header(DeadLetters.TIMESTAMP, "");
        return millis.matches("[0-9]{1,15}")
                ? Instant.ofEpochMilli(Long.parseLong(millis)).toString()
                : "?";
    }

    private String header(String name, String missing) {
        var header = record.headers().lastHeader(name);
        if (header == null || header.value() == null) {
            return missing;
        }
        var text = new String(header.value(), StandardCharsets.UTF_8).replaceAll("\\p{C}", "?");
        return text.length() > SHOWN_CHARACTERS_MAX ? text.substring(0, SHOWN_CHARACTERS_MAX) : text;
    }
}
