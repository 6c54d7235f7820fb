package io.payonce.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of payment-command, as the gateway would be. */
public final class Api {
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final URI base;

    public Api(int port) {
        base = URI.create("http://127.0.0.1:" + port);
    }

    /** An answer with its body read as JSON. */
    public record Answer(int status, HttpResponse<String> http) {
        public JsonNode json() {
            return JsonMapper.shared().readTree(http.body());
        }

        public String text(String member) {
            return json().path(member).stringValue("");
        }

        public String header(String name) {
            return http.headers().firstValue(name).orElse("");
        }
    }

    public Answer create(String body, String... headers) {
        return send("POST", "/v1/payments", body, headers);
    }

    public Answer get(String path) {
        return send("GET", path, null);
    }

    public Answer send(String method, String path, @org.jspecify.annotations.Nullable String body, String... headers) {
        var request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(40))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("X-Payonce-Client", "test");
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        for (var i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            var answer = http.send(request.build(), BodyHandlers.ofString());
            return new Answer(answer.statusCode(), answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** A complete Create for the order: 15.00 EUR. */
    public static String order(String id) {
        return order(id, 1500, "EUR");
    }

    public static String order(String id, long amount, String currency) {
        return """
                {"order_id": "%s", "amount": %d, "currency": "%s"}""".formatted(id, amount, currency);
    }
}
