package io.payonce.testbed.sandbox.callbacks;

import io.payonce.testbed.sandbox.http.Members;
import io.payonce.testbed.sandbox.http.RequestRefused;
import io.payonce.testbed.sandbox.ledger.Payment;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A callback as a test wants it, true or not.
 *
 * @param repeat how often the same bytes are sent
 * @param parallel how many at once
 */
record HandMade(ObjectNode body, Signing signing, int repeat, int parallel, String url) {
    static final int REPEAT_MAX = 1_000;
    private static final Set<String> COPIED = Set.of("amount", "payment_currency", "payment_id");

    enum Signing {
        VALID,
        INVALID,
        MISSING,
        STALE,
        FUTURE
    }

    /** What a hand-made callback takes from its surroundings when the test does not say. */
    record Defaults(Optional<Payment> payment, String currency, String url, Supplier<String> ids, String now) {}

    static HandMade read(Members asked, Defaults defaults) {
        var status = asked.text("status");
        var payment = defaults.payment();
        var body = JsonNodeFactory.instance.objectNode();
        body.put("event", "payment." + status);
        body.put(
                "event_id",
                asked.optionalText("event_id")
                        .orElseGet(() -> "evt_" + defaults.ids().get()));
        body.put(
                "payment_id",
                payment.map(Payment::paymentId)
                        .orElseGet(() -> "pay_" + defaults.ids().get()));
        body.put("order_id", asked.text("order_id"));
        body.put("status", status);
        body.put("amount", payment.map(Payment::amount).orElse("100.00"));
        body.put("payment_currency", payment.map(Payment::paymentCurrency).orElse(defaults.currency()));
        body.put("occurred_at", defaults.now());
        COPIED.forEach(name -> override(body, name, asked.node().get(name)));
        var repeat = asked.optionalNumber("repeat", 1, REPEAT_MAX);
        var parallel = parallel(asked, repeat.orElse(1));
        return new HandMade(body, signing(asked), repeat.orElse(parallel), parallel, url(asked, defaults));
    }

    /** A member given as null is left out of the callback; any other value goes out as it is. */
    private static void override(ObjectNode body, String name, @Nullable JsonNode value) {
        if (value != null && value.isNull()) {
            body.remove(name);
        } else if (value != null) {
            body.set(name, value);
        }
    }

    /** {@code true} sends all at once, a number so many at once. */
    private static int parallel(Members asked, int repeat) {
        if (asked.value("parallel").map(JsonNode::isBoolean).orElse(false)) {
            return asked.flag("parallel", false) ? repeat : 1;
        }
        return asked.optionalNumber("parallel", 1, REPEAT_MAX).orElse(1);
    }

    private static Signing signing(Members asked) {
        var word = asked.optionalText("signature").orElse("valid");
        for (var signing : Signing.values()) {
            if (signing.name().toLowerCase(Locale.ROOT).equals(word)) {
                return signing;
            }
        }
        throw new RequestRefused(
                400, "unknown signature %s; known: valid, invalid, missing, stale, future".formatted(word));
    }

    private static String url(Members asked, Defaults defaults) {
        return asked.optionalText("callback_url")
                .or(() -> defaults.payment().map(Payment::callbackUrl))
                .orElse(defaults.url());
    }
}
