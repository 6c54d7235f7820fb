package io.payonce.testbed.sandbox.callbacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.sandbox.Receiver;
import io.payonce.testbed.sandbox.TestSandbox;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Callbacks a test made up: as genuine or forged, as true or false, and as many as it asks for. */
final class HandMadeCallbacksIT {
    @TempDir
    Path data;

    private TestSandbox sandbox;
    private Receiver receiver;

    @BeforeEach
    void start() throws Exception {
        receiver = new Receiver();
        sandbox = TestSandbox.start(data, receiver.url());
        sandbox.register("o1", receiver.url() + "/cb");
    }

    @AfterEach
    void stop() {
        sandbox.close();
        receiver.close();
    }

    @Test
    void handMadeCallbacksAreOneEventAndAnswerTheirStatuses() throws Exception {
        receiver.answers(200, 401, 503);

        var answer = send("{\"order_id\":\"o1\",\"status\":\"paid\",\"repeat\":3}");

        assertThat(answer.toString()).isEqualTo("[200,401,503]");
        var first = receiver.next();
        assertThat(receiver.next().body()).isEqualTo(first.body());
        assertThat(first.isGenuine()).isTrue();
        assertThat(first.target()).isEqualTo("/cb");
        assertThat(sandbox.payments("o1").get(0).path("status").stringValue()).isEqualTo("pending");
    }

    @Test
    void handMadeCallbacksGoOutInParallel() throws Exception {
        assertThat(send("{\"order_id\":\"o1\",\"status\":\"paid\",\"repeat\":30,\"parallel\":true}"))
                .hasSize(30);
        assertThat(send("{\"order_id\":\"o1\",\"status\":\"paid\",\"parallel\":5}"))
                .hasSize(5);
    }

    @Test
    void callbackForAPaymentNobodyRegisteredGoesToTheGateway() throws Exception {
        send("{\"order_id\":\"o9\",\"status\":\"paid\",\"event_id\":\"e9\"}");

        var received = receiver.next();
        assertThat(received.target()).isEqualTo("/v1/providers/sandbox/callbacks");
        assertThat(received.json().path("event_id").stringValue()).isEqualTo("e9");
    }

    @Test
    void amountAndCurrencyAreAsGivenOrLeftOut() throws Exception {
        send("{\"order_id\":\"o1\",\"status\":\"paid\",\"amount\":\"99.99\",\"payment_currency\":null}");

        var body = receiver.next().json();
        assertThat(body.path("amount").stringValue()).isEqualTo("99.99");
        assertThat(body.has("payment_currency")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"valid,true,0", "invalid,false,0", "stale,true,-600", "future,true,600"})
    void signatureIsAsForgedAsAsked(String signature, boolean fits, long secondsOff) throws Exception {
        send("{\"order_id\":\"o1\",\"status\":\"paid\",\"signature\":\"" + signature + "\"}");

        var received = receiver.next();
        assertThat(received.isGenuine()).isEqualTo(fits);
        assertThat(received.signedAt().getEpochSecond() - Instant.now().getEpochSecond())
                .isBetween(secondsOff - 5, secondsOff + 5);
    }

    @Test
    void missingSignatureIsNoHeader() throws Exception {
        send("{\"order_id\":\"o1\",\"status\":\"paid\",\"signature\":\"missing\"}");

        assertThat(receiver.next().signature()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"order_id\":\"o1\"}",
                "{\"status\":\"paid\"}",
                "{\"order_id\":\"o1\",\"status\":\"paid\",\"signature\":\"odd\"}",
                "{\"order_id\":\"o1\",\"status\":\"paid\",\"repeat\":0}",
                "{\"order_id\":\"o1\",\"status\":\"paid\",\"callback_url\":\"file:///\"}"
            })
    void senselessCallbackIsRefused(String body) throws Exception {
        assertThat(sandbox.send(sandbox.request("POST", "/sandbox/callbacks", body))
                        .statusCode())
                .isEqualTo(400);
    }

    private JsonNode send(String body) throws Exception {
        return sandbox.control("POST", "/sandbox/callbacks", body).path("statuses");
    }
}
