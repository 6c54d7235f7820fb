package io.payonce.providers;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.providers.SignatureWindow.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** C43: only the provider's own signature over exactly these bytes, within the window on both sides, is good. */
class SignatureWindowTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

    private final SignatureWindow signatures = new SignatureWindow(List.of(new Hmac("cb-1")));

    /** Computed with openssl. */
    @Test
    void goldenSignatureIsGood() {
        var header = "t=1700000000,v1=7e6b7c93658b9cd64366be92a8284b6d707b80142b9b3686b6579766c1aa4369";

        assertThat(judge("{\"x\":1}", header)).isInstanceOf(Verdict.Good.class);
    }

    @ParameterizedTest
    @CsvSource({"-301,false", "-300,true", "-299,true", "0,true", "299,true", "300,true", "301,false"})
    void stampMustLieWithinTheWindow(long seconds, boolean good) {
        var header = signed("cb-1", NOW.plusSeconds(seconds), "{}");

        assertThat(judge("{}", header) instanceof Verdict.Good).isEqualTo(good);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{ \"a\" :\t1 }", "{\"a\":\"\\u0041\"}", "{\"tea\":\"☕\"}", "{}\n", "\r\n{}", ""})
    void bytesAreTakenAsTheyCame(String body) {
        assertThat(judge(body, signed("cb-1", NOW, body))).isInstanceOf(Verdict.Good.class);
        assertThat(judge(body + " ", signed("cb-1", NOW, body))).isInstanceOf(Verdict.Bad.class);
    }

    @Test
    void everyFlippedByteIsSeen() {
        var body = "{\"amount\":\"100.00\"}";
        var header = signed("cb-1", NOW, body);
        for (var i = 0; i < body.length(); i++) {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            bytes[i] ^= 1;
            assertThat(signatures.judge(List.of(header), bytes, NOW)).isInstanceOf(Verdict.Bad.class);
        }
    }

    @Test
    void duringARolloverBothSecretsAreGoodAndNoThird() {
        var both = new SignatureWindow(List.of(new Hmac("old"), new Hmac("new")));

        for (var secret : new String[] {"old", "new"}) {
            assertThat(both.judge(List.of(signed(secret, NOW, "{}")), bytes("{}"), NOW))
                    .isInstanceOf(Verdict.Good.class);
        }
        assertThat(both.judge(List.of(signed("other", NOW, "{}")), bytes("{}"), NOW))
                .isInstanceOf(Verdict.Bad.class);
        var two = signed("other", NOW, "{}") + ",v1=" + signed("new", NOW, "{}").replaceAll(".*v1=", "");
        assertThat(both.judge(List.of(two), bytes("{}"), NOW)).isInstanceOf(Verdict.Good.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v1=",
                "t=1700000000",
                "t=,v1=00",
                "t=abc,v1=00",
                "t=1700000000,v1=zz",
                "t=1700000000,v0=00",
                "t=-1,v1=00",
                "t=99999999999999999999,v1=00",
                "nonsense"
            })
    void malformedHeaderIsBad(String header) {
        assertThat(judge("{}", header)).isInstanceOf(Verdict.Bad.class);
    }

    @Test
    void missingDoubledAndOverlongHeadersAreBad() {
        var good = signed("cb-1", NOW, "{}");

        assertThat(signatures.judge(List.of(), bytes("{}"), NOW)).isInstanceOf(Verdict.Bad.class);
        assertThat(signatures.judge(List.of(good, good), bytes("{}"), NOW)).isInstanceOf(Verdict.Bad.class);
        assertThat(judge("{}", good + ",x=1".repeat(50))).isInstanceOf(Verdict.Bad.class);
        assertThat(judge("{}", "t=1700000000," + good)).isInstanceOf(Verdict.Bad.class);
    }

    private Verdict judge(String body, String header) {
        return signatures.judge(List.of(header), bytes(body), NOW);
    }

    private static String signed(String secret, Instant at, String body) {
        var code = new Hmac(secret).of(bytes(at.getEpochSecond() + "."), bytes(body));
        return "t=" + at.getEpochSecond() + ",v1=" + HexFormat.of().formatHex(code);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
