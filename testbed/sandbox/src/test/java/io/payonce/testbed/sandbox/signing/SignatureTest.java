package io.payonce.testbed.sandbox.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.sandbox.signing.RequestSignature.Credentials;
import io.payonce.testbed.sandbox.signing.WebhookSignature.Headers;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All three signatures, against values computed with openssl: what is genuine passes, every near miss does not. */
final class SignatureTest {
    private static final byte[] BODY = "{\"order_id\":\"o1\"}".getBytes(UTF_8);
    private static final byte[] EVENT = "{\"a\":1}".getBytes(UTF_8);
    private static final Instant TIME = Instant.ofEpochSecond(1_700_000_000);
    private static final String GENUINE = "3658206ba971289994b1c0fe09a92792e0e078f963747c92aedc1c71c8e7c0fc";
    private static final String WEBHOOK = "v1,3yt3M/OUkvfi/0MOwQUnADg51kG/d/9+fsJvUbmhhMI=";

    private final RequestSignature requests = new RequestSignature("local-sandbox-key", "local-sandbox-secret");
    private final CallbackSignature callbacks = new CallbackSignature("local-callback-secret");
    private final WebhookSignature webhooks = new WebhookSignature("whsec_bG9jYWwtd2ViaG9vay1zZWNyZXQ=");

    @Test
    void requestsAreSignedAsOpensslDoes() {
        assertThat(requests.sign("POST", "/api/v1/payments", "n-1", BODY)).isEqualTo(GENUINE);
        assertThat(requests.sign("GET", "/api/v1/payments?order_id=o1", "n-2", new byte[0]))
                .isEqualTo("cb2bc5bb0ec465cacf153a7fe6f1c09a349412a29d4139602362f5b149fda1d1");
    }

    @Test
    void genuineRequestPasses() {
        assertThat(isGenuine("local-sandbox-key", "n-1", GENUINE)).isTrue();
    }

    @Test
    void requestWithAnyPartWrongOrMissingIsRefused() {
        assertThat(isGenuine("other-key", "n-1", GENUINE)).isFalse();
        assertThat(isGenuine(null, "n-1", GENUINE)).isFalse();
        assertThat(isGenuine("local-sandbox-key", "n-2", GENUINE)).isFalse();
        assertThat(isGenuine("local-sandbox-key", null, GENUINE)).isFalse();
        assertThat(isGenuine("local-sandbox-key", "n-1", null)).isFalse();
        assertThat(isGenuine("local-sandbox-key", "n-1", GENUINE.replace('3', '4')))
                .isFalse();
        assertThat(isGenuine("local-sandbox-key", "n-1", GENUINE + "0")).isFalse();
    }

    @Test
    void requestToAnotherTargetOrWithAnotherBodyIsRefused() {
        var credentials = new Credentials("local-sandbox-key", "n-1", GENUINE);

        assertThat(requests.isGenuine(credentials, "GET", "/api/v1/payments", BODY))
                .isFalse();
        assertThat(requests.isGenuine(credentials, "POST", "/api/v1/payments?", BODY))
                .isFalse();
        assertThat(requests.isGenuine(credentials, "POST", "/api/v1/payments", EVENT))
                .isFalse();
    }

    @Test
    void nonceOf64CharactersPassesAndOneMoreDoesNot() {
        for (var length : new int[] {64, 65}) {
            var nonce = "n".repeat(length);
            var signature = requests.sign("POST", "/p", nonce, BODY);
            var credentials = new Credentials("local-sandbox-key", nonce, signature);
            assertThat(requests.isGenuine(credentials, "POST", "/p", BODY)).isEqualTo(length == 64);
        }
    }

    @Test
    void callbacksAreSignedAsOpensslDoes() {
        assertThat(callbacks.header(TIME, EVENT))
                .isEqualTo("t=1700000000,v1=781f38b2e93fa8e9b6624e58327f6d42c67a2994337078fa270274af419f73a3");
        assertThat(callbacks.forgedHeader(TIME, EVENT))
                .hasSameSizeAs(callbacks.header(TIME, EVENT))
                .isNotEqualTo(callbacks.header(TIME, EVENT));
    }

    @Test
    void genuineWebhookPassesAlsoAmongOthers() {
        assertThat(webhooks.sign("evt_1", "1700000000", EVENT)).isEqualTo(WEBHOOK);
        assertThat(isGenuineWebhook("1700000000", WEBHOOK, 0)).isTrue();
        assertThat(isGenuineWebhook("1700000000", "v1,b3RoZXI= v2,x " + WEBHOOK, 0))
                .isTrue();
    }

    @Test
    void webhookIsTakenFor300SecondsEitherWay() {
        assertThat(isGenuineWebhook("1700000000", WEBHOOK, 300)).isTrue();
        assertThat(isGenuineWebhook("1700000000", WEBHOOK, -300)).isTrue();
        assertThat(isGenuineWebhook("1700000000", WEBHOOK, 301)).isFalse();
        assertThat(isGenuineWebhook("1700000000", WEBHOOK, -301)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "now", "-1", "99999999999999999999", "1700000000.0"})
    void webhookWithAnOddTimestampIsRefused(String timestamp) {
        assertThat(isGenuineWebhook(timestamp, webhooks.sign("evt_1", timestamp, EVENT), 0))
                .isFalse();
    }

    @Test
    void webhookWithAnotherSignatureOrIdIsRefused() {
        assertThat(isGenuineWebhook("1700000000", "v1,AAAA", 0)).isFalse();
        assertThat(isGenuineWebhook("1700000000", null, 0)).isFalse();
        assertThat(webhooks.isGenuine(new Headers("evt_2", "1700000000", WEBHOOK), EVENT, TIME))
                .isFalse();
        assertThat(webhooks.isGenuine(new Headers(null, "1700000000", WEBHOOK), EVENT, TIME))
                .isFalse();
    }

    private boolean isGenuine(@Nullable String key, @Nullable String nonce, @Nullable String signature) {
        return requests.isGenuine(new Credentials(key, nonce, signature), "POST", "/api/v1/payments", BODY);
    }

    private boolean isGenuineWebhook(String timestamp, @Nullable String signature, int secondsLater) {
        return webhooks.isGenuine(new Headers("evt_1", timestamp, signature), EVENT, TIME.plusSeconds(secondsLater));
    }
}
