package io.payonce.command.relay;

import io.payonce.schema.event.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** One row of the outbox on its way to Kafka. */
record OutboxRow(String id, String topic, String key, String type, String payload, Map<String, String> headers) {
    private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() {};

    /** The row a change is about; empty for heartbeats. */
    static Optional<OutboxRow> of(SourceRecord change) {
        return change.value() instanceof Struct value
                        && value.schema().field("after") != null
                        && value.get("after") instanceof Struct row
                ? Optional.of(of(row))
                : Optional.empty();
    }

    private static OutboxRow of(Struct row) {
        return new OutboxRow(
                row.getString("id"),
                row.getString("topic"),
                row.getString("message_key"),
                row.getString("type"),
                row.getString("payload"),
                headers(row.getString("headers")));
    }

    static Map<String, String> headers(@Nullable String json) {
        return json == null || json.equals("{}")
                ? Map.of()
                : JsonMapper.shared().readValue(json, HEADERS);
    }

    ProducerRecord<String, byte[]> toKafka() {
        var record = new ProducerRecord<>(topic, key, bytes(payload));
        record.headers().add(Topics.HEADER_ID, bytes(id)).add(Topics.HEADER_TYPE, bytes(type));
        headers.forEach((name, value) -> record.headers().add(name, bytes(value)));
        return record;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
