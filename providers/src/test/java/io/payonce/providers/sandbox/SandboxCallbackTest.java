package io.payonce.providers.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.providers.Callback;
import io.payonce.providers.CallbackReading;
import io.payonce.providers.CallbackReading.Forged;
import io.payonce.providers.CallbackReading.Genuine;
import io.payonce.providers.CallbackReading.Malformed;
import io.payonce.providers.Hmac;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.Money;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A callback is believed only if it is signed, and read only if every part of it is what it should be. */
class SandboxCallbackTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    private static final String PAID = """
            {"event":"payment.paid","event_id":"e1","payment_id":"pay_1","order_id":"o1","status":"paid",\
            "amount":"15.00","payment_currency":"EUR","occurred_at":"2026-12-01T10:00:00Z"}""";

    private final SandboxProvider provider = SandboxProvider.forCallbacks(List.of("secret-1"));

    @Test
    void signedCallbackIsGenuine() {
        assertThat(read(PAID)).isInstanceOfSatisfying(Genuine.class, genuine -> {
            assertThat(genuine.reference()).isEqualTo("o1");
            assertThat(genuine.eventId()).isEqualTo("e1");
            assertThat(genuine.payment().state()).isEqualTo(ProviderState.PAID);
            assertThat(genuine.payment().money()).isEqualTo(Money.of(1500, "EUR"));
        });
    }

    @Test
    void unsignedOrChangedCallbackIsForged() {
        assertThat(provider.readCallback(new Callback(List.of(), bytes(PAID)), NOW))
                .isInstanceOf(Forged.class);
        var signature = signature(PAID);
        assertThat(provider.readCallback(new Callback(List.of(signature), bytes(PAID.replace("15.00", "25.00"))), NOW))
                .isInstanceOf(Forged.class);
    }

    /** C32 (i), C41: what is not understood is handed on as not known, and decided where the session is known. */
    @Test
    void unknownStatusAndMissingMoneyAreKeptAsSuch() {
        assertThat(read(PAID.replace("\"paid\"", "\"mystery\"")))
                .isInstanceOfSatisfying(
                        Genuine.class,
                        genuine -> assertThat(genuine.payment().state()).isEqualTo(ProviderState.UNKNOWN));
        assertThat(read(PAID.replace("\"amount\":\"15.00\",", "")))
                .isInstanceOfSatisfying(
                        Genuine.class,
                        genuine -> assertThat(genuine.payment().money()).isNull());
    }

    /** C36 among them: U+0000 cannot be stored, so it is refused before it is published. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "7",
                "{",
                "{} {}",
                "{}",
                "{\"order_id\":\"o1\",\"event_id\":\"e1\"}",
                "{\"order_id\":\"o\\u0000\",\"event_id\":\"e1\",\"payment_id\":\"pay_1\",\"status\":\"paid\"}",
                "{\"order_id\":\"o1\",\"order_id\":\"o2\",\"event_id\":\"e1\",\"payment_id\":\"pay_1\"}",
                "{\"order_id\":\"o1\",\"event_id\":\"e1\",\"payment_id\":\"../x\",\"status\":\"paid\"}",
                "{\"order_id\":\"\",\"event_id\":\"e1\",\"payment_id\":\"pay_1\",\"status\":\"paid\"}",
                "{\"order_id\":1,\"event_id\":\"e1\",\"payment_id\":\"pay_1\",\"status\":\"paid\"}"
            })
    void signedNonsenseIsMalformed(String body) {
        assertThat(read(body)).isInstanceOf(Malformed.class);
    }

    /** Only the character itself cannot be stored; a text that spells its escape can. */
    @ParameterizedTest
    @CsvSource({
        "\\u0000, false",
        "\\\\u0000, true",
        "\\\\\\u0000, false",
        "\\\\\\\\u0000, true",
        "u0000, true",
        "\\\\, true"
    })
    void nulIsRefusedAndTheTextOfItsEscapeIsNot(String source, boolean accepted) {
        var value = PAID.replace("{", "{\"note\":\"" + source + "\",");
        var name = PAID.replace("{", "{\"" + source + "\":{\"deep\":[1]},");
        var deep = PAID.replace("{", "{\"more\":[{\"note\":\"" + source + "\"}],");

        assertThat(read(value)).isInstanceOf(accepted ? Genuine.class : Malformed.class);
        assertThat(read(name)).isInstanceOf(accepted ? Genuine.class : Malformed.class);
        assertThat(read(deep)).isInstanceOf(accepted ? Genuine.class : Malformed.class);
    }

    @Test
    void rawNulIsNoJson() {
        assertThat(read(PAID.replace("{", "{\"note\":\"\0\","))).isInstanceOf(Malformed.class);
    }

    private CallbackReading read(String body) {
        return provider.readCallback(new Callback(List.of(signature(body)), bytes(body)), NOW);
    }

    private static String signature(String body) {
        var stamp = NOW.getEpochSecond() + ".";
        return "t=" + NOW.getEpochSecond() + ",v1="
                + HexFormat.of().formatHex(new Hmac("secret-1").of(bytes(stamp), bytes(body)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
