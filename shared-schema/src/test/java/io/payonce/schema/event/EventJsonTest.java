package io.payonce.schema.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.payonce.schema.event.Reading.Read;
import io.payonce.schema.event.Reading.Unreadable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events keep their form: what is written fits the schema, is read back equal, and old fixtures still parse. */
class EventJsonTest {
    private final EventJson json = new EventJson();

    static Stream<Envelope> samples() {
        return SampleEvents.all().stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void eventIsReadBackAsItWasWritten(Envelope sample) {
        assertThat(json.read(bytes(json.write(sample)))).isEqualTo(new Read(sample));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void eventFitsItsSchema(Envelope sample) {
        var type = sample.type().wireName();
        var schema = SchemaRegistry.withDefaultDialect(
                        SpecificationVersion.DRAFT_2020_12,
                        builder -> builder.schemas(
                                java.util.Map.of("urn:test:" + type, resource("/schema/" + type + ".json"))))
                .getSchema(SchemaLocation.of("urn:test:" + type));

        assertThat(schema.validate(json.write(sample), InputFormat.JSON)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(EventType.class)
    void fixtureOfEachTypeStillParses(EventType type) {
        var fixture = resource("/fixtures/v1/" + type.wireName() + ".json");

        assertThat(json.read(bytes(fixture)))
                .isInstanceOfSatisfying(
                        Read.class, read -> assertThat(read.envelope().type()).isEqualTo(type));
    }

    @Test
    void unknownMembersAreIgnored() {
        var text = json.write(SampleEvents.registerRequested())
                .replace("{\"event_id\"", "{\"later\":{\"a\":1},\"event_id\"");

        assertThat(json.read(bytes(text))).isEqualTo(new Read(SampleEvents.registerRequested()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "7",
                "{",
                "{} {}",
                "{\"type\":\"Unheard\"}",
                "{\"type\":\"RegisterRequested\"}",
                "{\"type\":\"RegisterRequested\",\"type\":\"RegisterRequested\"}"
            })
    void whatIsNoEventHasAReason(String text) {
        assertThat(json.read(bytes(text))).isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"event_id", "payment_id", "sequence", "occurred_at", "data", "provider", "amount", "currency"})
    void missingMemberIsNamed(String member) {
        var text = json.write(SampleEvents.registerRequested()).replace("\"" + member + "\"", "\"gone\"");

        assertThat(json.read(bytes(text))).isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1500.0", "\"1500\"", "true", "-1", "0", "1e3", "99999999999999999999"})
    void amountThatIsNoPositiveIntegerIsNotRead(String amount) {
        var text = json.write(SampleEvents.registerRequested()).replace("\"amount\":1500", "\"amount\":" + amount);

        assertThat(json.read(bytes(text))).isInstanceOf(Unreadable.class);
    }

    @Test
    void nulCharacterIsNotRead() {
        var text = json.write(SampleEvents.registerRequested()).replace("Two teas", "a\\u0000b");

        assertThat(json.read(bytes(text))).isInstanceOf(Unreadable.class);
    }

    @Test
    void hugeRecordIsNotRead() {
        assertThat(json.read(new byte[EventJson.RECORD_BYTES_MAX + 1])).isInstanceOf(Unreadable.class);
        assertThat(json.read(null)).isInstanceOf(Unreadable.class);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String resource(String path) {
        try (var in = EventJsonTest.class.getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
