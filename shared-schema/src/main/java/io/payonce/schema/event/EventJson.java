package io.payonce.schema.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.payonce.schema.event.Reading.Read;
import io.payonce.schema.event.Reading.Unreadable;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.EnumNaming;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;

/**
 * Envelopes as JSON and back. Reading is forgiving where a newer writer may add things (unknown members) and strict
 * where a guess could cost money (types, duplicates, a missing id). Thread-safe.
 */
public final class EventJson {
    /** Larger than any event we write; a larger record is not read at all. */
    static final int RECORD_BYTES_MAX = 256 * 1024;

    private final JsonMapper json;

    public EventJson() {
        var constraints = StreamReadConstraints.builder()
                .maxNestingDepth(16)
                .maxNumberLength(32)
                .build();
        json = JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(constraints).build())
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
                .addMixIn(ProviderState.class, SnakeCase.class)
                .addMixIn(Source.class, SnakeCase.class)
                .addModule(new SimpleModule()
                        .addSerializer(new Texts.Written<>(PaymentId.class))
                        .addSerializer(new Texts.Written<>(OrderId.class))
                        .addDeserializer(PaymentId.class, new Texts.Parsed<>(PaymentId.class, PaymentId::of))
                        .addDeserializer(OrderId.class, new Texts.Parsed<>(OrderId.class, OrderId::new)))
                .build();
    }

    @EnumNaming(EnumNamingStrategies.SnakeCaseStrategy.class)
    private interface SnakeCase {}

    public String write(Envelope envelope) {
        var root = json.createObjectNode();
        root.put("event_id", envelope.eventId().toString());
        root.put("type", envelope.type().wireName());
        root.put("payment_id", envelope.paymentId().toString());
        if (envelope.orderId() != null) {
            root.put("order_id", envelope.orderId().value());
        }
        root.put("sequence", envelope.sequence());
        root.put("occurred_at", envelope.occurredAt().toString());
        root.set("data", json.valueToTree(envelope.event()));
        return json.writeValueAsString(root);
    }

    /** Reads a record's value; whatever is wrong with it is a reason, never an exception. */
    public Reading read(byte @Nullable [] value) {
        if (value == null || value.length == 0) {
            return new Unreadable("empty record");
        }
        if (value.length > RECORD_BYTES_MAX) {
            return new Unreadable("record of %d bytes, at most %d are read".formatted(value.length, RECORD_BYTES_MAX));
        }
        try {
            return json.readTree(value) instanceof ObjectNode root
                    ? readEnvelope(root)
                    : new Unreadable("not a JSON object");
        } catch (JacksonException | IllegalArgumentException | java.time.DateTimeException e) {
            return new Unreadable(reason(e));
        }
    }

    private Reading readEnvelope(ObjectNode root) {
        if (hasNul(root)) {
            return new Unreadable("U+0000 in a string, which the database cannot hold");
        }
        var typeName = text(root, "type");
        var type = EventType.ofWireName(typeName);
        if (type.isEmpty()) {
            return new Unreadable("unknown type " + typeName);
        }
        if (!root.path("sequence").isIntegralNumber()) {
            return new Unreadable("sequence is missing or no integer");
        }
        var data = root.get("data");
        if (!(data instanceof ObjectNode)) {
            return new Unreadable("data is missing or no object");
        }
        var order = root.get("order_id");
        return new Read(new Envelope(
                uuid(text(root, "event_id")),
                PaymentId.of(text(root, "payment_id")),
                order == null || order.isNull() ? null : new OrderId(order.stringValue()),
                root.path("sequence").longValue(),
                Instant.parse(text(root, "occurred_at")),
                Complete.checked(json.treeToValue(data, type.get().event())),
                null));
    }

    private static String text(ObjectNode root, String name) {
        if (!root.path(name).isString()) {
            throw new IllegalArgumentException(name + " is missing or no string");
        }
        return root.path(name).stringValue();
    }

    private static UUID uuid(String text) {
        return PaymentId.uuid(text);
    }

    private static boolean hasNul(JsonNode node) {
        if (node.isString()) {
            return node.stringValue().indexOf('\0') >= 0;
        }
        return node.valueStream().anyMatch(EventJson::hasNul)
                || node.propertyStream().anyMatch(member -> member.getKey().indexOf('\0') >= 0);
    }

    private static String reason(Exception e) {
        var message = e instanceof JacksonException jackson ? jackson.getOriginalMessage() : e.getMessage();
        return message == null
                ? e.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
