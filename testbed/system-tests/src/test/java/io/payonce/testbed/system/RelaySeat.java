package io.payonce.testbed.system;

import static org.awaitility.Awaitility.await;

import io.payonce.testbed.local.Part;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Who holds the relay's slot, seen from the server and from the instances' own pages. */
final class RelaySeat {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final SystemStack stack;

    RelaySeat(SystemStack stack) {
        this.stack = stack;
    }

    /** The server's process that serves the holder; empty if nobody holds the slot. */
    Optional<String> sender() {
        return stack
                .query("SELECT active_pid::text FROM pg_replication_slots WHERE slot_name = 'payonce_outbox'"
                        + " AND active_pid IS NOT NULL")
                .stream()
                .findFirst();
    }

    /** The name of the instance that says it is the relay, once one does and the server agrees. */
    String awaitHolder() {
        await().atMost(PATIENCE).until(() -> holder().isPresent() && sender().isPresent());
        return holder().orElseThrow();
    }

    private Optional<String> holder() {
        if (says(1).equals("ACTIVE") && stack.isUp("payment-command")) {
            return Optional.of("payment-command");
        }
        return says(2).equals("ACTIVE") && stack.isUp("payment-command-2")
                ? Optional.of("payment-command-2")
                : Optional.empty();
    }

    private String says(int number) {
        return relay(number).path("details").path("here").stringValue("");
    }

    /** The relay's part of an instance's health page. */
    JsonNode relay(int number) {
        var answer = Http.send(
                "GET",
                stack.url(Part.PAYMENT_COMMAND, number) + "/actuator/health/readiness",
                null,
                java.util.Map.of());
        return answer.body().startsWith("{")
                ? answer.json().path("components").path("relay")
                : tools.jackson.databind.node.MissingNode.getInstance();
    }

    /** A gauge or counter of an instance; NaN if it shows none. */
    double metric(int number, String name) {
        return Http.metrics(stack.url(Part.PAYMENT_COMMAND, number), name)
                .findFirst()
                .orElse(Double.NaN);
    }
}
