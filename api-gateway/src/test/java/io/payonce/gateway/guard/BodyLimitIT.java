package io.payonce.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.gateway.Gateway;
import io.payonce.gateway.RawHttp;
import io.payonce.gateway.RawHttp.Answer;
import io.payonce.gateway.Upstream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C45: what is too much or too slow is cut off early, and the others do not notice. */
class BodyLimitIT {
    private static final Upstream UPSTREAM = new Upstream();
    private static final Gateway GATEWAY =
            Gateway.start(List.of(UPSTREAM.url()), "payonce.body-time-max=3s", "payonce.head-time-max=3s");
    private static final String CALLBACKS = "POST /v1/providers/sandbox/callbacks HTTP/1.1\r\nHost: x\r\n";
    private static final String PAYMENTS = "POST /v1/payments HTTP/1.1\r\nHost: x\r\n" + Gateway.KEY + "\r\n";
    private static final String WRONG_KEY = "POST /v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer wrong\r\n";
    private static final String CHUNKED = Gateway.JSON + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final int SLOW = 100;

    private final RawHttp http = GATEWAY.http();

    @AfterAll
    static void close() {
        GATEWAY.close();
        UPSTREAM.close();
    }

    @BeforeEach
    void forget() {
        UPSTREAM.forget();
    }

    /** How much could be sent before it was over, and what came back. */
    private record Flood(long bytes, Answer answer) {}

    private Flood flood(String head) throws IOException {
        try (var socket = http.connect()) {
            RawHttp.write(socket, head);
            var chunk = "4000\r\n" + " ".repeat(0x4000) + "\r\n";
            var sent = 0L;
            try {
                while (sent < 1_000_000_000L) {
                    RawHttp.write(socket, chunk);
                    sent += chunk.length();
                }
            } catch (IOException e) {
                // The connection was closed in our face: that is what is asked for.
            }
            return new Flood(sent, RawHttp.read(socket));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {PAYMENTS, CALLBACKS, WRONG_KEY})
    void gigabyteIsCutOffEarly(String head) throws IOException {
        var before = heldMemory();

        var flood = flood(head + CHUNKED);

        assertThat(flood.bytes()).isLessThan(16_000_000);
        assertThat(flood.answer().status()).isIn(0, 401, 413);
        assertThat(heldMemory() - before).isLessThan(64L * 1024 * 1024);
        assertThat(UPSTREAM.arrivals()).isEmpty();
    }

    private static long heldMemory() {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }

    @ParameterizedTest
    @ValueSource(ints = {65_537, 70_000, 500_000})
    void bodyOverTheLimitIsTooLarge(int length) throws IOException {
        var answer = http.send("POST /v1/payments", "x".repeat(length), Gateway.KEY, Gateway.JSON);
        var chunked = http.send(
                PAYMENTS + CHUNKED + Integer.toHexString(length) + "\r\n" + "x".repeat(length) + "\r\n0\r\n\r\n");

        for (var refused : List.of(answer, chunked)) {
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.body()).contains("body_too_large");
            assertThat(refused.header("Connection")).isEqualTo("close");
        }
        assertThat(UPSTREAM.arrivals()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8191, 8192, 8193, 65_535, 65_536})
    void bodyWithinTheLimitArrives(int length) throws IOException {
        var body = "x".repeat(length);
        assertThat(http.send("POST /v1/payments", body, Gateway.KEY, Gateway.JSON)
                        .status())
                .isEqualTo(200);
        assertThat(UPSTREAM.last().body()).isEqualTo(body);

        assertThat(http.send(PAYMENTS + CHUNKED + Integer.toHexString(length) + "\r\n" + body + "\r\n0\r\n\r\n")
                        .status())
                .isEqualTo(200);
        assertThat(UPSTREAM.last().body()).isEqualTo(body);
    }

    @Test
    void brokenChunkIsABadRequest() throws IOException {
        var answer = http.send(PAYMENTS + CHUNKED + "zz\r\n{}\r\n0\r\n\r\n");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    }

    @Test
    void largeBodyThatWaitsForPermissionIsNotSent() throws IOException {
        var answer = http.send(PAYMENTS + Gateway.JSON + "\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n");

        assertThat(answer.status()).isEqualTo(413);
    }

    @Test
    void bodyThatWaitsForPermissionGetsIt() throws IOException {
        try (var socket = http.connect()) {
            RawHttp.write(socket, PAYMENTS + Gateway.JSON + "\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertThat(RawHttp.read(socket).status()).isEqualTo(100);
            RawHttp.write(socket, "{}");
            assertThat(RawHttp.read(socket).status()).isEqualTo(200);
        }
        assertThat(UPSTREAM.last().header("expect")).isEmpty();
    }

    /** Bodies, bodies nobody reads because the key is wrong, and heads, all at a trickle; a quick one in the middle. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                PAYMENTS + CHUNKED,
                CALLBACKS + Gateway.JSON + "\r\nContent-Length: 60000\r\n\r\n",
                WRONG_KEY + Gateway.JSON + "\r\nContent-Length: 60000\r\n\r\n",
                "GET /v1/orders/a HTTP/1.1\r\nHost: x\r\nX-Long: ",
                "GET /v1/orders/a"
            })
    void slowOnesAreCutOffAndTheOthersDoNotNotice(String head) throws IOException {
        var slow = new ArrayList<Socket>();
        try {
            for (var i = 0; i < SLOW; i++) {
                slow.add(http.connect());
                RawHttp.write(slow.getLast(), head);
            }
            var trickle = head.contains("chunked") ? "1\r\nx\r\n" : "x";
            var begin = System.nanoTime();
            var open = new ArrayList<>(slow);
            while (!open.isEmpty()) {
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
                open.removeIf(socket -> isCut(socket, trickle));
                quickOneIsAnsweredAtOnce();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            }
        } finally {
            for (var socket : slow) {
                socket.close();
            }
        }
    }

    private static boolean isCut(Socket socket, String trickle) {
        try {
            RawHttp.write(socket, trickle);
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private void quickOneIsAnsweredAtOnce() throws IOException {
        var begin = System.nanoTime();
        assertThat(http.send("POST /v1/payments", "{}", Gateway.KEY, Gateway.JSON)
                        .status())
                .isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(1));
    }
}
