package io.payonce.providers.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.providers.Attempt;
import io.payonce.providers.CreateAnswer;
import io.payonce.providers.HttpAnswer;
import io.payonce.providers.ResolveAnswer;
import io.payonce.providers.Reversal;
import io.payonce.providers.ReverseAnswer;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.PaymentId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sandbox's dialect: what is sent, to the byte, and what each answer means; doubt is never a failure. */
class SandboxProviderTest {
    private static final Attempt ATTEMPT = new Attempt(
            PaymentId.of("019376a0-1111-7000-8000-000000000001"),
            Money.of(1999, "EUR"),
            "Two teas",
            null,
            "http://127.0.0.1:8080/v1/providers/sandbox/callbacks");

    private final SandboxProvider provider =
            new SandboxProvider(URI.create("http://127.0.0.1:8090"), "key-1", "secret-1");

    @Test
    void requestIsSignedOverMethodPathNonceAndBody() {
        var request = provider.create(ATTEMPT, "n-1");

        assertThat(request.uri()).hasToString("http://127.0.0.1:8090/api/v1/payments");
        assertThat(request.body()).isEqualTo("""
                {"order_id":"019376a0-1111-7000-8000-000000000001","amount":"19.99","payment_currency":"EUR",\
                "callback_url":"http://127.0.0.1:8080/v1/providers/sandbox/callbacks","description":"Two teas"}""");
        assertThat(request.headers())
                .containsEntry("X-Nonce", "n-1")
                .containsEntry("X-Api-Key", "key-1")
                .containsEntry("X-Signature", openssl("POST\n/api/v1/payments\nn-1\n" + request.body()));
        assertThat(request.toString()).doesNotContain("key-1");
    }

    /** The same code as {@code printf 'POST\n/api/v1/payments\nn-1\n{"a":1}' | openssl dgst -sha256 -hmac secret-1}. */
    @Test
    void hmacIsTheOneOpensslComputes() {
        assertThat(openssl("POST\n/api/v1/payments\nn-1\n{\"a\":1}"))
                .isEqualTo("c700475a1166594fb32ebb0b99732ac39dd0c72e4cddd70128da93c724849da2");
    }

    @Test
    void repeatedCreateDiffersOnlyInItsNonce() {
        var first = provider.create(ATTEMPT, "n-1");
        var second = provider.create(ATTEMPT, "n-2");

        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().get("X-Signature"))
                .isNotEqualTo(first.headers().get("X-Signature"));
    }

    @Test
    void statusIsAskedByOurId() {
        assertThat(provider.resolve(ATTEMPT, "n").uri())
                .hasToString("http://127.0.0.1:8090/api/v1/payments?order_id=" + ATTEMPT.payment());
    }

    @ParameterizedTest
    @ValueSource(strings = {"../admin", "a/b", "", "a?x=1", "a%2fb"})
    void providerIdThatWouldChangeThePathIsRefused(String id) {
        assertThatThrownBy(() -> provider.reverse(new Reversal(id, "k"), "n"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "pending,OPEN",
        "authorized,HELD",
        "paid,PAID",
        "failed,DECLINED",
        "expired,EXPIRED",
        "reversed,REVERSED"
    })
    void knownStatusIsCreated(String word, ProviderState state) {
        var answer = provider.readCreated(answer(200, payment(word)));

        assertThat(answer).isInstanceOfSatisfying(CreateAnswer.Created.class, created -> {
            assertThat(created.payment().state()).isEqualTo(state);
            assertThat(created.payment().money()).isEqualTo(Money.of(1999, "EUR"));
        });
    }

    /** C32: a, b, d, e, f, g and everything else that says nothing for certain. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200|<html>ok</html>",
                "200|''",
                "200|{\"payment_id\":\"p",
                "200|[]",
                "200|{}",
                "200|null",
                "200|{\"payment_id\":\"p1\",\"status\":\"mystery\"}",
                "200|{\"payment_id\":\"p1\"}",
                "200|{\"payment_id\":7,\"status\":\"paid\"}",
                "200|{\"payment_id\":\"../x\",\"status\":\"paid\"}",
                "202|{\"payment_id\":\"p1\",\"status\":\"pending\"}",
                "204|''",
                "302|''",
                "401|{\"error\":\"bad signature\"}",
                "403|{}",
                "404|{}",
                "408|{}",
                "409|{\"error\":\"other\"}",
                "429|{}",
                "500|{\"error\":\"x\"}",
                "502|<html>",
                "503|''",
                "504|''"
            })
    void doubtfulAnswerIsUnknown(int status, String body) {
        assertThat(provider.readCreated(answer(status, body))).isInstanceOf(CreateAnswer.Unknown.class);
    }

    /** C32: c and h. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400|{\"error\":\"amount must be positive\"}|amount must be positive", "400|<html>bad</html>|HTTP 400",
                "422|{}|HTTP 422", "200|{\"error\":\"declined\"}|declined"
            })
    void definiteRefusalIsRejected(int status, String body, String reason) {
        assertThat(provider.readCreated(answer(status, body))).isEqualTo(new CreateAnswer.Rejected(reason));
    }

    @Test
    void onlyTheProvidersOwn404ProvesAbsence() {
        assertThat(provider.readResolved(answer(404, "{\"error\":\"payment not found\"}")))
                .isInstanceOf(ResolveAnswer.Absent.class);
        assertThat(provider.readResolved(answer(404, "<html>no route</html>")))
                .isInstanceOf(ResolveAnswer.StillUnknown.class);
        assertThat(provider.readResolved(answer(200, payment("paid")))).isInstanceOf(ResolveAnswer.Found.class);
        assertThat(provider.readResolved(answer(200, payment("mystery"))))
                .isInstanceOf(ResolveAnswer.StillUnknown.class);
        assertThat(provider.readResolved(answer(500, "{}"))).isInstanceOf(ResolveAnswer.StillUnknown.class);
    }

    /** C17: a reverse that is pending, or failed, is not a reverse. */
    @Test
    void onlyTheWordReversedProvesAReverse() {
        assertThat(provider.readReversed(answer(200, "{\"payment_id\":\"p\",\"status\":\"reversed\"}")))
                .isInstanceOf(ReverseAnswer.Reversed.class);
        for (var word : new String[] {"pending", "failed", "mystery"}) {
            assertThat(provider.readReversed(answer(200, "{\"payment_id\":\"p\",\"status\":\"" + word + "\"}")))
                    .isInstanceOf(ReverseAnswer.Pending.class);
        }
        assertThat(provider.readReversed(answer(409, "{\"error\":\"nothing to reverse\"}")))
                .isInstanceOf(ReverseAnswer.NothingToReverse.class);
        assertThat(provider.readReversed(answer(409, "{\"error\":\"payment is captured\"}")))
                .isInstanceOf(ReverseAnswer.RefusedCaptured.class);
        assertThat(provider.readReversed(answer(500, ""))).isInstanceOf(ReverseAnswer.Unknown.class);
        assertThat(provider.readReversed(answer(200, ""))).isInstanceOf(ReverseAnswer.Unknown.class);
    }

    private static String openssl(String text) {
        return java.util.HexFormat.of()
                .formatHex(new io.payonce.providers.Hmac("secret-1").of(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static HttpAnswer answer(int status, String body) {
        return new HttpAnswer(status, "application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    private static String payment(String status) {
        return """
                {"payment_id":"pay_1","order_id":"019376a0-1111-7000-8000-000000000001","status":"%s","amount":"19.99",
                 "payment_currency":"EUR","pay_url":"http://x/pay/pay_1","expires_at":"2026-12-01T10:00:00Z"}""".formatted(status);
    }
}
