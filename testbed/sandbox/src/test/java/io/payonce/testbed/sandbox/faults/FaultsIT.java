package io.payonce.testbed.sandbox.faults;

import static io.payonce.testbed.sandbox.TestSandbox.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.testbed.sandbox.TestSandbox;
import io.payonce.testbed.sandbox.signing.RequestSignature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each way to misbehave, seen by a real client: what comes back, what was done, what is on record. */
final class FaultsIT {
    @TempDir
    Path data;

    private TestSandbox sandbox;

    @BeforeEach
    void start() throws Exception {
        sandbox = TestSandbox.start(data);
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    private void fault(String kind, String more) throws Exception {
        sandbox.fault("\"operation\":\"register\",\"times\":1,\"fault\":\"" + kind + "\"" + more);
    }

    @Test
    void dropBeforeClosesAndDoesNothing() throws Exception {
        fault("drop_before", "");

        assertThat(rawRegister(Duration.ofSeconds(5))).isEmpty();
        assertThat(sandbox.payments("o1")).isEmpty();
        assertThat(sandbox.lastAnswer("o1")).isZero();
        assertThat(sandbox.register("o1", null).statusCode()).isEqualTo(200);
    }

    @Test
    void dropAfterDoesAndCloses() throws Exception {
        fault("drop_after", "");

        assertThat(rawRegister(Duration.ofSeconds(5))).isEmpty();
        assertThat(sandbox.payments("o1")).hasSize(1);
        assertThat(sandbox.lastAnswer("o1")).isZero();
    }

    @Test
    void errorBeforeDoesNothing() throws Exception {
        fault("error_before", "");

        var answer = sandbox.register("o1", null);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).isEqualTo("{\"error\":\"unable to create payment\"}");
        assertThat(sandbox.payments("o1")).isEmpty();
    }

    @Test
    void errorAfterDoes() throws Exception {
        fault("error_after", ",\"status\":503,\"body\":{\"error\":\"later\"}");

        var answer = sandbox.register("o1", null);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).isEqualTo("{\"error\":\"later\"}");
        assertThat(sandbox.payments("o1")).hasSize(1);
        assertThat(sandbox.lastAnswer("o1")).isEqualTo(503);
    }

    @Test
    void respondSaysWhatItIsTold() throws Exception {
        fault("respond", ",\"status\":200,\"body\":\"<html>\"");
        fault("respond", ",\"status\":202,\"body\":\"{\\\"type\\\":\\\"processing\\\"}\",\"done\":true");
        fault("respond", "");

        var page = sandbox.register("o1", null);
        assertThat(page.body()).isEqualTo("<html>");
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(sandbox.payments("o1")).isEmpty();
        var processing = sandbox.register("o1", null);
        assertThat(processing.statusCode()).isEqualTo(202);
        assertThat(processing.body()).isEqualTo("{\"type\":\"processing\"}");
        assertThat(sandbox.payments("o1")).hasSize(1);
        assertThat(sandbox.register("o1", null).body()).isEmpty();
    }

    @Test
    void delayHasItsEffectFirst() throws Exception {
        fault("delay", ",\"delay_ms\":700");
        var began = Instant.now();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var answer = executor.submit(() -> sandbox.register("o1", null));
            while (sandbox.payments("o1").isEmpty()) {
                assertThat(Instant.now()).isBefore(began.plusMillis(700));
            }
            sandbox.control("POST", "/sandbox/payments/o1/pay", "");

            assertThat(json(answer.get()).path("status").stringValue()).isEqualTo("pending");
        }
        assertThat(Duration.between(began, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(700));
    }

    @Test
    void hangSendsNothingAndKeepsTheConnection() throws Exception {
        fault("hang", "");

        assertThatThrownBy(() -> rawRegister(Duration.ofMillis(300))).isInstanceOf(SocketTimeoutException.class);
        assertThat(sandbox.payments("o1")).hasSize(1);
        assertThat(sandbox.lastAnswer("o1")).isZero();
    }

    @Test
    void slowBodyComesByteByByte() throws Exception {
        fault("slow_body", ",\"delay_ms\":2");

        var began = Instant.now();
        var answer = sandbox.register("o1", null);

        assertThat(json(answer).path("status").stringValue()).isEqualTo("pending");
        assertThat(Duration.between(began, Instant.now()).toMillis())
                .isGreaterThanOrEqualTo(2L * answer.body().length());
    }

    @Test
    void endlessBodyGoesOn() throws Exception {
        fault("endless_body", "");

        try (var socket = sent()) {
            assertThat(socket.getInputStream().readNBytes(1 << 20)).hasSize(1 << 20);
        }
        assertThat(sandbox.lastAnswer("o1")).isEqualTo(200);
    }

    @Test
    void truncatedJsonIsAWholeAnswerWithHalfTheJson() throws Exception {
        fault("truncated_json", "");

        var cut = sandbox.register("o1", null);

        assertThat(cut.statusCode()).isEqualTo(200);
        assertThat(sandbox.register("o1", null).body())
                .startsWith(cut.body())
                .hasSizeGreaterThan(cut.body().length());
    }

    @Test
    void truncatedBodyIsShorterThanItsLength() throws Exception {
        fault("truncated_body", "");

        assertThatThrownBy(() -> sandbox.register("o1", null)).isInstanceOf(IOException.class);
        assertThat(sandbox.payments("o1")).hasSize(1);
    }

    @Test
    void redirectPointsAwayAndFollowingItIsOnRecord() throws Exception {
        fault("redirect", "");

        var answer = sandbox.register("o1", null);

        assertThat(answer.statusCode()).isEqualTo(302);
        var target = answer.headers().firstValue("Location").orElseThrow();
        assertThat(sandbox.calls("o1")).hasSize(1);
        sandbox.send(sandbox.request("GET", target, ""));
        assertThat(sandbox.calls("o1").get(1).path("operation").stringValue()).isEqualTo("redirected");
        assertThat(sandbox.payments("o1")).isEmpty();
    }

    @Test
    void unknownStatusIsAWordNobodyKnows() throws Exception {
        fault("unknown_status", "");

        assertThat(json(sandbox.register("o1", null)).path("status").stringValue())
                .isEqualTo("mystery");
        assertThat(json(sandbox.status("o1")).path("status").stringValue()).isEqualTo("pending");
    }

    /** Everything the server sends until it closes the connection. */
    private byte[] rawRegister(Duration patience) throws IOException {
        try (var socket = sent()) {
            socket.setSoTimeout((int) patience.toMillis());
            return socket.getInputStream().readAllBytes();
        }
    }

    private Socket sent() throws IOException {
        var body = "{\"order_id\":\"o1\",\"amount\":\"8.20\",\"payment_currency\":\"USD\"}";
        var nonce = "raw-1";
        var signature =
                new RequestSignature("key", "secret").sign("POST", "/api/v1/payments", nonce, body.getBytes(UTF_8));
        var head = "POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nX-Api-Key: key\r\nX-Nonce: %s\r\nX-Signature: %s\r\n"
                        .formatted(nonce, signature)
                + "Content-Length: %d\r\n\r\n".formatted(body.length());
        var socket = new Socket(InetAddress.getLoopbackAddress(), sandbox.port());
        socket.getOutputStream().write((head + body).getBytes(UTF_8));
        return socket;
    }
}
