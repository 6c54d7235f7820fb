package io.payonce.worker;

import io.payonce.testbed.sandbox.RunningSandbox;
import io.payonce.testbed.sandbox.SandboxConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sandbox in this process, and its control calls. */
public final class TestSandbox implements AutoCloseable {
    private final RunningSandbox sandbox;

    public TestSandbox(Path data) {
        try {
            sandbox = RunningSandbox.start(
                    SandboxConfig.of(Map.of(
                            "PAYONCE_SANDBOX_PORT", "0",
                            "PAYONCE_SANDBOX_DATA", data.toString(),
                            "PAYONCE_GATEWAY_URL", "http://127.0.0.1:9")),
                    Clock.systemUTC());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + sandbox.port());
    }

    /** The next {@code times} calls of the operation misbehave; {@code more} are further members of the fault. */
    public void fault(String operation, String fault, int times, String more) {
        call("POST", "/sandbox/faults", """
                {"operation": "%s", "fault": "%s", "times": %d%s}
                """.formatted(operation, fault, times, more));
    }

    public void clearFaults() {
        call("DELETE", "/sandbox/faults", null);
    }

    public void act(Object order, String action) {
        call("POST", "/sandbox/payments/" + order + "/" + action, "{}");
    }

    /** The calls about a payment, in order. */
    public List<JsonNode> calls(Object order, String operation) {
        return call("GET", "/sandbox/calls?order_id=" + order, null)
                .path("calls")
                .valueStream()
                .filter(call -> call.path("operation").asString().equals(operation))
                .toList();
    }

    /** The statuses of the provider's payments for one of ours. */
    public List<String> payments(Object order) {
        return call("GET", "/sandbox/payments?order_id=" + order, null)
                .path("payments")
                .valueStream()
                .map(payment -> payment.path("status").asString())
                .toList();
    }

    /** What the demo shop heard of an order: id, type and how often each came. */
    public List<JsonNode> notifications(Object order) {
        return call("GET", "/sandbox/notifications?order_id=" + order, null)
                .path("notifications")
                .valueStream()
                .toList();
    }

    private JsonNode call(String method, String path, @Nullable String body) {
        try {
            var connection = (HttpURLConnection) url().resolve(path).toURL().openConnection();
            connection.setRequestMethod(method);
            if (body != null) {
                connection.setDoOutput(true);
                connection.setRequestProperty("Content-Type", "application/json");
                connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            }
            try (var in = connection.getInputStream()) {
                return JsonMapper.shared().readTree(in.readAllBytes());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        }
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
