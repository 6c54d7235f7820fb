package io.payonce.worker.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signatures as Standard Webhooks gives them in its own example, and secrets that are refused without being told. */
class WebhookSignatureTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    @Test
    void theExampleOfTheSpecificationComesOutByteByByte() {
        assertThat(WebhookSignature.of(SECRET, 24).of(ID, 1614265330, BODY)).isEqualTo(SIGNATURE);
    }

    @Test
    void anotherIdTimeOrBodyHasAnotherSignature() {
        var signature = WebhookSignature.of(SECRET, 24);

        assertThat(signature.of("msg_2", 1614265330, BODY)).isNotEqualTo(SIGNATURE);
        assertThat(signature.of(ID, 1614265331, BODY)).isNotEqualTo(SIGNATURE);
        assertThat(signature.of(ID, 1614265330, new byte[0])).isNotEqualTo(SIGNATURE);
    }

    @Test
    void eachSecretGivesASignatureWhileOneIsBeingChanged() {
        var older = "whsec_bG9jYWwtd2ViaG9vay1zZWNyZXQ=";

        for (var separator : new String[] {" ", ",", ", "}) {
            assertThat(WebhookSignature.of(older + separator + SECRET, 16)
                            .of(ID, 1614265330, BODY)
                            .split(" "))
                    .hasSize(2)
                    .contains(SIGNATURE);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', 24, is not set",
        "' , ', 24, is not set",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, 24, does not begin with whsec_",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2La*aSw, 24, is not base64",
        "whsec_bG9jYWwtd2ViaG9vay1zZWNyZXQ=, 24, 'has 20 bytes, fewer than 24'",
        "whsec_c2hvcnQ=, 1, 'has 5 bytes, fewer than 16'",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw wrong, 24, does not begin with whsec_"
    })
    void aSecretThatIsWrongIsRefusedAndNotRepeated(String secrets, int bytesMin, String reason) {
        assertThatThrownBy(() -> WebhookSignature.of(secrets, bytesMin))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("PAYONCE_WEBHOOK_SECRET")
                .hasMessageContaining(reason)
                .hasMessageNotContainingAny("MfKQ9r8", "bG9jYWw", "c2hvcnQ");
    }
}
