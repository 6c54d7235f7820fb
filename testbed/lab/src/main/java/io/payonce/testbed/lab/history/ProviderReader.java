package io.payonce.testbed.lab.history;

import io.payonce.testbed.lab.stack.Http;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Asks the sandbox for its books. */
public final class ProviderReader {
    private final Http http;
    private final String sandbox;

    public ProviderReader(Http http, String sandbox) {
        this.http = http;
        this.sandbox = sandbox;
    }

    public Provider read() {
        return new Provider(
                http.list(sandbox + "/sandbox/calls", "calls").stream()
                        .map(ProviderReader::call)
                        .toList(),
                ledger(),
                http.list(sandbox + "/sandbox/notifications", "notifications").stream()
                        .map(ProviderReader::notification)
                        .toList());
    }

    public List<Provider.Payment> ledger() {
        return http.list(sandbox + "/sandbox/payments", "payments").stream()
                .map(ProviderReader::payment)
                .toList();
    }

    private static Provider.Call call(JsonNode node) {
        return new Provider.Call(
                instant(node, "at"),
                text(node, "operation"),
                optional(node, "order_id"),
                optional(node, "nonce"),
                optional(node, "idempotency_key"),
                node.path("status").asInt(0));
    }

    private static Provider.Payment payment(JsonNode node) {
        return new Provider.Payment(
                text(node, "payment_id"),
                text(node, "order_id"),
                text(node, "status"),
                text(node, "amount"),
                text(node, "payment_currency"),
                instant(node, "created_at"),
                node.path("history")
                        .valueStream()
                        .map(step -> new Provider.Step(text(step, "status"), instant(step, "at")))
                        .toList());
    }

    private static Provider.Notification notification(JsonNode node) {
        return new Provider.Notification(
                text(node, "id"),
                text(node, "type"),
                optional(node, "order_id"),
                optional(node, "payment_id"),
                node.path("times").asInt(0));
    }

    private static String text(JsonNode node, String member) {
        return node.path(member).asString("");
    }

    private static @Nullable String optional(JsonNode node, String member) {
        return node.path(member).isString() ? node.path(member).stringValue() : null;
    }

    private static Instant instant(JsonNode node, String member) {
        return Instant.parse(text(node, member));
    }
}
