package io.payonce.testbed.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON over HTTP, for tests. */
final class Http {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private Http() {}

    /** An answer; a connection that broke is status 0. */
    record Answer(int status, String body, Map<String, java.util.List<String>> headers) {
        JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        String text(String member) {
            return json().path(member).stringValue("");
        }

        String header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(header -> header.getValue().getFirst())
                    .findFirst()
                    .orElse("");
        }

        boolean isSuccess() {
            return status >= 200 && status < 300;
        }
    }

    /** Every figure of a metric that a service shows. */
    static java.util.stream.DoubleStream metrics(String service, String name) {
        return send("GET", service + "/actuator/prometheus", null, Map.of())
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)));
    }

    static Answer send(String method, String url, @Nullable String body, Map<String, String> headers) {
        var request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(40))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::setHeader);
        try {
            HttpResponse<String> answer = CLIENT.send(request.build(), BodyHandlers.ofString());
            return new Answer(
                    answer.statusCode(), answer.body(), answer.headers().map());
        } catch (java.net.http.HttpTimeoutException e) {
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            return new Answer(0, e.toString(), Map.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
