package io.payonce.testbed.system;

import io.payonce.testbed.system.Http.Answer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A checkout that calls the gateway. */
final class Shop {
    private final String gateway;

    Shop(String gateway) {
        this.gateway = gateway;
    }

    Answer create(String body, String... headers) {
        return send("POST", "/v1/payments", body, headers);
    }

    Answer order(String id) {
        return send("GET", "/v1/orders/" + id, null);
    }

    Answer payment(String id) {
        return send("GET", "/v1/payments/" + id, null);
    }

    Answer send(String method, String path, @Nullable String body, String... headers) {
        var all = new HashMap<>(Map.of("Authorization", "Bearer local-dev-key", "Content-Type", "application/json"));
        for (var i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return Http.send(method, gateway + path, body, all);
    }

    static String order(String id, long amount, String currency) {
        return """
                {"order_id": "%s", "amount": %d, "currency": "%s"}""".formatted(id, amount, currency);
    }

    static String eur(String id) {
        return order(id, 1500, "EUR");
    }
}
