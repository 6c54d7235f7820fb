package io.payonce.testbed.lab.load;

import io.payonce.testbed.lab.history.ClientCall;
import io.payonce.testbed.lab.history.ClientCall.Kind;
import io.payonce.testbed.lab.stack.Http;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A shop's server: calls the gateways in turn, and keeps what it sent and saw. */
final class Checkout {
    private static final Map<String, String> HEADERS =
            Map.of("Authorization", "Bearer local-dev-key", "Content-Type", "application/json");

    private final Http http;
    private final List<String> gateways;
    private final Witness witness;
    private final Clock clock;
    private final AtomicLong turn = new AtomicLong();

    Checkout(Http http, List<String> gateways, Witness witness, Clock clock) {
        this.http = http;
        this.gateways = gateways;
        this.witness = witness;
        this.clock = clock;
    }

    /** @param wait seconds for {@code Prefer: wait}, 0 for none */
    ClientCall create(String order, String body, @Nullable String key, int wait) {
        var headers = new HashMap<String, String>();
        if (key != null) {
            headers.put("Idempotency-Key", key);
        }
        if (wait > 0) {
            headers.put("Prefer", "wait=" + wait);
        }
        return send(Kind.CREATE, order, "/v1/payments", body, headers);
    }

    ClientCall read(String payment) {
        return send(Kind.READ, payment, "/v1/payments/" + payment, null, Map.of());
    }

    ClientCall check(String payment) {
        return send(Kind.CHECK, payment, "/v1/payments/" + payment + "/check", "{}", Map.of());
    }

    ClientCall cancelCode(String payment) {
        return send(Kind.CANCEL_CODE, payment, "/v1/payments/" + payment + "/cancel-codes", "{}", Map.of());
    }

    ClientCall cancel(String payment, String code) {
        var body = "{\"code\": \"%s\"}".formatted(code);
        return send(Kind.CANCEL, payment, "/v1/payments/" + payment + "/cancel", body, Map.of());
    }

    /** Claims that the payment was paid, signed with nothing. */
    void forgedCallback(String payment) {
        var body = "{\"event\": \"payment.paid\", \"event_id\": \"evt_forged\", \"payment_id\": \"pay_forged\", "
                + "\"order_id\": \"%s\", \"status\": \"paid\", \"amount\": \"1.00\", ".formatted(payment)
                + "\"payment_currency\": \"EUR\", \"occurred_at\": \"%s\"}".formatted(clock.instant());
        var signature = "t=%d,v1=%s".formatted(clock.instant().getEpochSecond(), "0".repeat(64));
        send(Kind.FORGED_CALLBACK, payment, "/v1/providers/sandbox/callbacks", body, Map.of("X-Signature", signature));
    }

    private ClientCall send(Kind kind, String target, String path, @Nullable String body, Map<String, String> more) {
        var headers = new HashMap<>(HEADERS);
        headers.putAll(more);
        var gateway = gateways.get((int) (turn.getAndIncrement() % gateways.size()));
        var began = clock.instant();
        var answer = http.send(kind == Kind.READ ? "GET" : "POST", gateway + path, body, headers);
        var call = new ClientCall(
                kind,
                target,
                headers.get("Idempotency-Key"),
                body,
                answer.status(),
                answer.body(),
                answer.has("Idempotent-Replayed"),
                began,
                clock.instant());
        witness.saw(call);
        return call;
    }
}
