package io.payonce.testbed.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.payonce.testbed.sandbox.json.Json;
import io.payonce.testbed.sandbox.signing.CallbackSignature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Somebody who is sent requests: keeps them all, and answers the statuses it was told, then its usual one. */
public final class Receiver implements AutoCloseable {
    /** A request that came in completely. */
    public record Received(
            String method,
            String target,
            String body,
            @Nullable String signature,
            @Nullable String authorization) {

        public JsonNode json() {
            return Json.object(body.getBytes(UTF_8)).orElseThrow();
        }

        /** When the callback says it was signed. */
        public Instant signedAt() {
            var header = Objects.requireNonNull(signature);
            return Instant.ofEpochSecond(Long.parseLong(header.substring(2, header.indexOf(','))));
        }

        /** Whether the callback's signature fits its time and body. */
        public boolean isGenuine() {
            return new CallbackSignature("local-callback-secret")
                    .header(signedAt(), body.getBytes(UTF_8))
                    .equals(signature);
        }
    }

    private final HttpServer server;
    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
    private volatile int usualStatus = 200;
    private volatile String answer = "{}";

    public Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::receive);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public Receiver answers(int... next) {
        for (var status : next) {
            statuses.add(status);
        }
        return this;
    }

    public void answersAlways(int status) {
        usualStatus = status;
    }

    public Receiver answersWith(String body) {
        answer = body;
        return this;
    }

    /** The next request; fails after ten seconds without one. */
    public Received next() throws InterruptedException {
        var next = received.poll(10, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing was sent");
        }
        return next;
    }

    /** Whether nothing comes for so long. */
    public boolean isQuietFor(Duration duration) throws InterruptedException {
        return received.poll(duration.toMillis(), TimeUnit.MILLISECONDS) == null;
    }

    public void forget() {
        received.clear();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            var headers = exchange.getRequestHeaders();
            var status = statuses.poll();
            received.add(new Received(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    body,
                    headers.getFirst("X-Signature"),
                    headers.getFirst("Authorization")));
            var bytes = answer.getBytes(UTF_8);
            exchange.sendResponseHeaders(status == null ? usualStatus : status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
