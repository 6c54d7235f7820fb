package io.payonce.testbed.sandbox.control;

import io.payonce.testbed.sandbox.callbacks.HandMadeCallbacks;
import io.payonce.testbed.sandbox.calls.CallLog;
import io.payonce.testbed.sandbox.faults.Faults;
import io.payonce.testbed.sandbox.http.Reply;
import io.payonce.testbed.sandbox.http.Reply.Answer;
import io.payonce.testbed.sandbox.http.Reply.Listing;
import io.payonce.testbed.sandbox.http.Request;
import io.payonce.testbed.sandbox.http.Router;
import io.payonce.testbed.sandbox.ledger.Acted;
import io.payonce.testbed.sandbox.ledger.Ledger;
import io.payonce.testbed.sandbox.ledger.PaymentAction;
import io.payonce.testbed.sandbox.shop.Notifications;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What tests and people use to steer the sandbox. Unsigned: it must be reachable from this machine only. */
public final class ControlApi {
    private static final int LATER_MS_MAX = (int) Duration.ofDays(7).toMillis();

    private final Ledger ledger;
    private final Faults faults;
    private final CallLog calls;
    private final HandMadeCallbacks handMade;
    private final Notifications notifications;

    /** What can be steered and looked at. */
    public record Parts(
            Ledger ledger, Faults faults, CallLog calls, HandMadeCallbacks handMade, Notifications notifications) {}

    public ControlApi(Parts parts) {
        this.ledger = parts.ledger();
        this.faults = parts.faults();
        this.calls = parts.calls();
        this.handMade = parts.handMade();
        this.notifications = parts.notifications();
    }

    /**
     * Adds the control calls.
     *
     * @param forget empties the journal and all memory in one change
     */
    public void addTo(Router router, Runnable forget) {
        for (var word : List.of("pay", "authorize", "decline", "expire")) {
            var action = PaymentAction.ofWord(word).orElseThrow();
            router.on("POST", "/sandbox/payments/*/" + word, (request, ids) -> act(ids.getFirst(), action));
        }
        router.on(
                        "GET",
                        "/sandbox/payments",
                        (request, ids) -> new Listing("payments", ledger.list(request.parameter("order_id"))))
                .on(
                        "GET",
                        "/sandbox/calls",
                        (request, ids) -> new Listing("calls", calls.list(request.parameter("order_id"))))
                .on(
                        "GET",
                        "/sandbox/notifications",
                        (request, ids) ->
                                new Listing("notifications", notifications.list(request.parameter("order_id"))))
                .on("POST", "/sandbox/faults", (request, ids) -> Answer.json(200, faults.arm(request.members())))
                .on("GET", "/sandbox/faults", (request, ids) -> new Listing("faults", faults.list()))
                .on("DELETE", "/sandbox/faults", (request, ids) -> Answer.json(200, Map.of("cleared", faults.clear())))
                .on(
                        "POST",
                        "/sandbox/callbacks",
                        (request, ids) -> Answer.json(200, Map.of("statuses", handMade.send(request.members()))))
                .on("POST", "/sandbox/autopay", (request, ids) -> autopay(request))
                .on("POST", "/sandbox/expiry", (request, ids) -> expiry(request))
                .on("DELETE", "/sandbox", (request, ids) -> {
                    forget.run();
                    return Answer.json(200, Map.of("forgotten", true));
                });
    }

    private Reply act(String paymentOrOrderId, PaymentAction action) {
        return switch (ledger.act(paymentOrOrderId, action)) {
            case Acted.Done done -> Answer.json(200, done.payment());
            case Acted.Refused refused -> Answer.error(409, refused.why());
            case Acted.NotFound gone -> Answer.error(404, "payment not found");
        };
    }

    private Reply autopay(Request request) {
        var members = request.members();
        var enabled = members.flag("enabled", true);
        var delayMs = members.optionalNumber("delay_ms", 0, LATER_MS_MAX).orElse(0);
        var terms = ledger.agree(ledger.terms().withAutopay(enabled, delayMs));
        return Answer.json(200, Map.of("enabled", terms.autopay(), "delay_ms", terms.autopayDelayMs()));
    }

    /** Payments registered from now on expire after so long, or, not enforced, only say so and stay payable. */
    private Reply expiry(Request request) {
        var members = request.members();
        var afterMs = members.optionalNumber("after_ms", 1, LATER_MS_MAX)
                .map(Long::valueOf)
                .orElseGet(() -> ledger.terms().expiresAfterMs());
        var terms = ledger.agree(ledger.terms().withExpiry(afterMs, members.flag("enforced", true)));
        return Answer.json(200, Map.of("after_ms", terms.expiresAfterMs(), "enforced", terms.expiryEnforced()));
    }
}
