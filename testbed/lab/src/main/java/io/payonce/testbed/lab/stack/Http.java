package io.payonce.testbed.lab.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON over HTTP. A request without an answer has the status 0; nothing is sent again. Thread-safe. */
public final class Http {
    private static final Duration ANSWER_TIME_MAX = Duration.ofSeconds(30);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(3))
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    /** What came back. */
    public record Answer(int status, String body, Map<String, List<String>> headers) {
        public boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        public boolean has(String header) {
            return headers.keySet().stream().anyMatch(header::equalsIgnoreCase);
        }
    }

    public Answer send(String method, String url, @Nullable String body, Map<String, String> headers) {
        var request = HttpRequest.newBuilder(URI.create(url))
                .timeout(ANSWER_TIME_MAX)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::setHeader);
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            return new Answer(
                    answer.statusCode(), answer.body(), answer.headers().map());
        } catch (IOException e) {
            return new Answer(0, "", Map.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer(0, "", Map.of());
        }
    }

    /**
     * A list of the sandbox.
     *
     * @throws IllegalStateException if it cannot be had
     */
    public List<JsonNode> list(String url, String member) {
        var answer = send("GET", url, null, Map.of());
        if (!answer.isSuccess()) {
            throw new IllegalStateException("%s answers %d".formatted(url, answer.status()));
        }
        return JsonMapper.shared()
                .readTree(answer.body())
                .path(member)
                .valueStream()
                .toList();
    }
}
