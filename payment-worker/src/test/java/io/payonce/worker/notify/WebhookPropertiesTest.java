package io.payonce.worker.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What may be configured, and what stops the start instead of the first delivery. */
class WebhookPropertiesTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    @Test
    void withoutAUrlNothingIsAskedFor() {
        assertThat(bound(Map.of())).hasToString("no webhook");
        assertThat(bound(Map.of("url", " ", "secret", "wrong"))).hasToString("no webhook");
    }

    @Test
    void theStandardPlanGrowsToAnHourAndLastsThreeDays() {
        var standard = bound(Map.of("url", "https://shop.example/hook", "secret", SECRET));

        assertThat(standard.gaps()).startsWith(Duration.ofSeconds(5)).endsWith(Duration.ofHours(1));
        assertThat(standard.gaps()).isSorted();
        assertThat(standard.triedFor()).isEqualTo(Duration.ofDays(3));
        assertThat(standard.timeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://shop.example/hook?a=b", "http://127.0.0.1:8090/shop/webhooks", "https://[::1]:1/"})
    void aWebAddressIsTaken(String url) {
        assertThat(bound(Map.of("url", url, "secret", SECRET)).uri()).hasToString(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shop.example/hook",
                "ftp://shop.example/",
                "https:///hook",
                "https://me:pw@shop.example/",
                "https://shop.example/#a",
                "https://shop.example:99999/",
                "https://shop.example/a b",
                "mailto:shop@example.com"
            })
    void anythingElseIsRefusedAndNotRepeated(String url) {
        assertThatThrownBy(() -> bound(Map.of("url", url, "secret", SECRET)))
                .rootCause()
                .hasMessageContaining("PAYONCE_WEBHOOK_URL is no absolute http or https URL")
                .hasMessageNotContaining("shop");
    }

    @Test
    void aUrlNeedsASecretAndALeaseThatOutlastsATry() {
        assertThatThrownBy(() -> bound(Map.of("url", "https://shop.example/")))
                .hasStackTraceContaining("PAYONCE_WEBHOOK_SECRET is not set");
        assertThatThrownBy(() -> bound(Map.of("url", "https://shop.example/", "secret", SECRET, "lease-time", "19s")))
                .hasStackTraceContaining("lease-time must be at least twice");
    }

    @Test
    void itsTextTellsNoSecretAndNoPath() {
        assertThat(bound(Map.of("url", "https://shop.example/hook?token=t", "secret", SECRET)))
                .hasToString("webhook at shop.example");
    }

    private static WebhookProperties bound(Map<String, String> settings) {
        var source = new MapConfigurationPropertySource();
        settings.forEach((name, value) -> source.put("payonce.webhook." + name, value));
        return new Binder(source).bindOrCreate("payonce.webhook", WebhookProperties.class);
    }
}
