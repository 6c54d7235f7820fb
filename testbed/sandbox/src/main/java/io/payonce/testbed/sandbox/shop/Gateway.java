package io.payonce.testbed.sandbox.shop;

import io.payonce.testbed.sandbox.http.Reply.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shop's line to Payonce. The API key stays on this side of it. Thread-safe. */
public final class Gateway implements AutoCloseable {
    /** Longer than the longest {@code Prefer: wait}. */
    private static final Duration TIMEOUT = Duration.ofSeconds(25);

    private static final int WAIT_SECONDS = 5;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(3))
            .build();
    private final String base;
    private final String apiKey;

    public Gateway(String base, String apiKey) {
        this.base = base;
        this.apiKey = apiKey;
    }

    Answer get(String path) {
        return ask("GET", path, null);
    }

    Answer post(String path, String body) {
        return ask("POST", path, body);
    }

    /** The gateway's own answer, or 502 when it has none. */
    private Answer ask(String method, String path, @Nullable String body) {
        var request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + apiKey)
                .header("Content-Type", "application/json")
                .header("Prefer", "wait=" + WAIT_SECONDS)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        try {
            var answer = client.send(request, BodyHandlers.ofByteArray());
            var type = answer.headers().firstValue("Content-Type").orElse("application/json");
            return new Answer(answer.statusCode(), type, answer.body(), Map.of());
        } catch (IOException e) {
            return unreachable();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unreachable();
        }
    }

    private static Answer unreachable() {
        var detail = "The payment service does not answer. Your order is safe: press the button again in a moment.";
        return Answer.json(502, Map.of("error", "gateway unreachable", "detail", detail));
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
