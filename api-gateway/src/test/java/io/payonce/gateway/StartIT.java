package io.payonce.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.gateway.RawHttp.Answer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A configuration that would let the wrong ones in does not start, and says why in one line without the secret. */
@ExtendWith(OutputCaptureExtension.class)
class StartIT {
    private static final List<String> UPSTREAMS = List.of("http://127.0.0.1:1");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "payonce.api-keys=shop=local-dev-key | the API key local-dev-key is refused outside",
                "payonce.api-keys=shop=short-key-1 | the API key of shop is shorter than 12 characters",
                "payonce.api-keys= | PAYONCE_API_KEYS is not set",
                "payonce.api-keys=key-without-client | PAYONCE_API_KEYS takes entries of the form client=key",
                "payonce.api-keys=a=key-number-one-1,a=key-number-two-2 | PAYONCE_API_KEYS names a twice",
                "payonce.callback-secrets.sandbox= | PAYONCE_SANDBOX_CALLBACK_SECRET is not set",
                "payonce.callback-secrets.sandbox=local-callback-secret | the local callback secret is refused",
                "payonce.command-urls=payment-command:8081 | PAYONCE_COMMAND_URLS takes entries of the form",
                "payonce.rate-limit-per-second=0 | PAYONCE_RATE_LIMIT_PER_SECOND must be at least 1"
            })
    void refusedStartSaysWhy(String setting, String reason, CapturedOutput output) {
        assertThatThrownBy(() -> Gateway.start(UPSTREAMS, setting).close()).hasRootCauseInstanceOf(StartRefused.class);

        assertThat(output).contains("APPLICATION FAILED TO START", reason);
        assertThat(output).doesNotContain("short-key-1", "key-without-client", "key-number", Gateway.SECRET);
        assertThat(output.toString()).doesNotContain("\tat io.payonce");
    }

    @Test
    void localProfileHasItsOwnKeyAndSecret() throws IOException {
        try (var gateway = Gateway.start(
                UPSTREAMS,
                "spring.profiles.active=local",
                "payonce.api-keys=local=local-dev-key",
                "payonce.callback-secrets.sandbox=local-callback-secret")) {
            var answer = gateway.http().send("GET /v1/orders/a", "", "Authorization: Bearer local-dev-key");
            assertThat(answer.status()).isEqualTo(503);
        }
    }

    @Test
    void rateLimitIsKeptPerClient() throws IOException {
        try (var gateway = Gateway.start(UPSTREAMS, "payonce.rate-limit-per-second=1")) {
            var http = gateway.http();
            var answers = java.util.stream.Stream.generate(() -> get(http, Gateway.KEY))
                    .limit(5)
                    .toList();
            var refused =
                    answers.stream().filter(answer -> answer.status() == 429).toList();

            assertThat(refused).isNotEmpty().hasSizeLessThan(4).allSatisfy(answer -> {
                assertThat(answer.header("Retry-After")).isIn("1", "2");
                assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
                assertThat(answer.body()).contains("rate_limited");
            });
            assertThat(get(http, Gateway.OTHER_KEY).status()).isEqualTo(503);
            assertThat(http.send("GET /actuator/prometheus", "").body())
                    .contains("payonce_rate_limited_total{client=\"shop\"}");
        }
    }

    private static Answer get(RawHttp http, String key) {
        try {
            return http.send("GET /v1/orders/a", "", key);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void keysAndSignaturesStayOutOfTheLog(CapturedOutput output) throws IOException {
        try (var gateway = Gateway.start(UPSTREAMS)) {
            gateway.http().send("GET /v1/orders/a", "", Gateway.KEY);
            gateway.http().send("GET /v1/orders/a", "", Gateway.KEY + "\u0000");
            gateway.http().send("GET /v1/orders/a HTTP/1.1\r\nHost: x\r\n" + Gateway.KEY + "\u0001\r\n\r\n");
            gateway.http().send("GET /v1/orders/a", "", "Authorization: Bearer mistyped-secret-key");
        }

        assertThat(output)
                .doesNotContain("key-of-the-shop-1", "mistyped-secret-key", Gateway.SECRET, Gateway.OLD_SECRET);
    }
}
