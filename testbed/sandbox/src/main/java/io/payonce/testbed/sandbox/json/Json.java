package io.payonce.testbed.sandbox.json;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON as the sandbox reads and writes it: snake_case, one object, no duplicates, nothing after the end. */
public final class Json {
    /** What a stranger may nest; our own bodies have at most four levels. */
    private static final int NESTING_MAX = 32;

    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(NESTING_MAX)
                            .maxNumberLength(32)
                            .build())
                    .build())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private Json() {}

    /** The bytes as one JSON object; empty for anything else. */
    public static Optional<ObjectNode> object(byte[] bytes) {
        try {
            return MAPPER.readTree(bytes) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** The member's text; null when it is missing or no string. */
    public static @Nullable String text(JsonNode object, String name) {
        var value = object.path(name);
        return value.isString() ? value.stringValue() : null;
    }
}
