package io.payonce.testbed.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.sandbox.SandboxConfig.Secrets;
import io.payonce.testbed.sandbox.callbacks.RetryGaps;
import io.payonce.testbed.sandbox.json.Json;
import io.payonce.testbed.sandbox.signing.RequestSignature;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A sandbox on a free port, and a merchant's signed line to it. */
public final class TestSandbox implements AutoCloseable {
    public static final String WEBHOOK_SECRET = "whsec_bG9jYWwtd2ViaG9vay1zZWNyZXQ=";
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final RunningSandbox running;
    private final RequestSignature signature = new RequestSignature("key", "secret");
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private TestSandbox(RunningSandbox running) {
        this.running = running;
    }

    public static TestSandbox start(Path data) throws IOException {
        return start(data, "http://127.0.0.1:1");
    }

    public static TestSandbox start(Path data, String gatewayUrl) throws IOException {
        var gaps = new RetryGaps(Duration.ofMillis(20), Duration.ofMillis(80), Duration.ofHours(24));
        var config = new SandboxConfig(
                "127.0.0.1",
                0,
                data,
                gatewayUrl,
                "",
                new Secrets("key", "secret", "local-callback-secret", WEBHOOK_SECRET, "shop-key"),
                List.of("RUB", "USD", "EUR", "JPY", "KWD"),
                Duration.ofMinutes(30),
                gaps);
        return new TestSandbox(RunningSandbox.start(config, Clock.systemUTC()));
    }

    public int port() {
        return running.port();
    }

    public URI address(String target) {
        return URI.create("http://127.0.0.1:" + running.port() + target);
    }

    public HttpResponse<String> register(String orderId, @Nullable String callbackUrl) throws Exception {
        var body = Json.MAPPER
                .createObjectNode()
                .put("order_id", orderId)
                .put("amount", "8.20")
                .put("payment_currency", "USD");
        if (callbackUrl != null) {
            body.put("callback_url", callbackUrl);
        }
        return signed("POST", "/api/v1/payments", body.toString());
    }

    public HttpResponse<String> status(String orderId) throws Exception {
        return signed("GET", "/api/v1/payments?order_id=" + orderId, "");
    }

    public HttpResponse<String> reverse(String orderId) throws Exception {
        var id = payments(orderId).get(0).path("payment_id").stringValue();
        return signed("POST", "/api/v1/payments/" + id + "/reverse", "{\"idempotency_key\":\"k1\"}");
    }

    public HttpResponse<String> signed(String method, String target, String body) throws Exception {
        return signed(method, target, body, UUID.randomUUID().toString());
    }

    public HttpResponse<String> signed(String method, String target, String body, String nonce) throws Exception {
        var sign = signature.sign(method, target, nonce, body.getBytes(UTF_8));
        return send(request(method, target, body)
                .header("X-Api-Key", "key")
                .header("X-Nonce", nonce)
                .header("X-Signature", sign));
    }

    /** A call of the control, which must succeed. */
    public JsonNode control(String method, String target, String body) throws Exception {
        var answer = send(request(method, target, body));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer);
    }

    public void fault(String members) throws Exception {
        control("POST", "/sandbox/faults", "{" + members + "}");
    }

    public JsonNode payments(String orderId) throws Exception {
        return control("GET", "/sandbox/payments?order_id=" + orderId, "").path("payments");
    }

    public JsonNode calls(String orderId) throws Exception {
        return control("GET", "/sandbox/calls?order_id=" + orderId, "").path("calls");
    }

    /** The status that the last call of the order was answered with. */
    public int lastAnswer(String orderId) throws Exception {
        var calls = calls(orderId);
        return calls.get(calls.size() - 1).path("status").intValue();
    }

    public HttpRequest.Builder request(String method, String target, String body) {
        return HttpRequest.newBuilder(address(target))
                .timeout(TIMEOUT)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    }

    public HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    public static JsonNode json(HttpResponse<String> answer) {
        return Json.object(answer.body().getBytes(UTF_8)).orElseThrow();
    }

    @Override
    public void close() {
        client.shutdownNow();
        running.close();
    }
}
