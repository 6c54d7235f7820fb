package io.payonce.testbed.system;

import io.payonce.testbed.system.Http.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The provider's side: its faults, its books, the calls it received. */
final class SandboxControl {
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    private final String url;

    SandboxControl(String url) {
        this.url = url;
    }

    void fault(String body) {
        var answer = Http.send("POST", url + "/sandbox/faults", body, JSON);
        if (!answer.isSuccess()) {
            throw new IllegalStateException("the sandbox refused the fault: " + answer);
        }
    }

    void clearFaults() {
        Http.send("DELETE", url + "/sandbox/faults", null, Map.of());
    }

    /** Every payment that is registered from now on is paid at once, or none is. */
    void autopay(boolean enabled) {
        Http.send("POST", url + "/sandbox/autopay", """
                {"enabled": %s, "delay_ms": 0}""".formatted(enabled), JSON);
    }

    /** What the provider says of payments registered from now on; not enforced, they stay payable. */
    void expiry(long afterMillis, boolean enforced) {
        Http.send("POST", url + "/sandbox/expiry", """
                {"after_ms": %d, "enforced": %s}""".formatted(afterMillis, enforced), JSON);
    }

    Answer pay(String payment) {
        return act(payment, "pay");
    }

    Answer act(String payment, String action) {
        return Http.send("POST", url + "/sandbox/payments/" + payment + "/" + action, "{}", JSON);
    }

    /** Sends a signed callback by hand, whatever the books say. */
    void callback(String payment, String status) {
        var statuses = callbacks("""
                {"order_id": "%s", "status": "%s", "signature": "valid"}""".formatted(payment, status));
        if (!statuses.equals(List.of(200))) {
            throw new IllegalStateException("the callback was refused: " + statuses);
        }
    }

    /** Sends callbacks by hand and returns what each was answered with. */
    List<Integer> callbacks(String body) {
        var statuses = new ArrayList<Integer>();
        Http.send("POST", url + "/sandbox/callbacks", body, JSON)
                .json()
                .path("statuses")
                .forEach(status -> statuses.add(status.intValue(-1)));
        return statuses;
    }

    /** The merchant webhooks that the shop received for one of its orders, by distinct id. */
    List<JsonNode> notifications(String order) {
        return list("/sandbox/notifications?order_id=" + order, "notifications");
    }

    /** How many of one type. */
    long notifications(String order, String type) {
        return notifications(order).stream()
                .filter(one -> type.equals(one.path("type").stringValue("")))
                .count();
    }

    List<JsonNode> calls(String payment, String operation) {
        return list("/sandbox/calls?order_id=" + payment, "calls").stream()
                .filter(call -> operation.equals(call.path("operation").stringValue("")))
                .toList();
    }

    List<JsonNode> ledger(String payment) {
        return list("/sandbox/payments?order_id=" + payment, "payments");
    }

    List<JsonNode> ledger() {
        return list("/sandbox/payments", "payments");
    }

    private List<JsonNode> list(String path, String member) {
        var all = new ArrayList<JsonNode>();
        Http.send("GET", url + path, null, Map.of()).json().path(member).forEach(all::add);
        return all;
    }
}
