package io.payonce.testbed.sandbox.shop;

import io.payonce.testbed.sandbox.faults.Faults;
import io.payonce.testbed.sandbox.faults.Misbehaviour;
import io.payonce.testbed.sandbox.faults.Operation;
import io.payonce.testbed.sandbox.http.Reply;
import io.payonce.testbed.sandbox.http.Reply.Answer;
import io.payonce.testbed.sandbox.http.Request;
import io.payonce.testbed.sandbox.json.Json;
import io.payonce.testbed.sandbox.signing.WebhookSignature;
import io.payonce.testbed.sandbox.signing.WebhookSignature.Headers;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the shop hears of its payments. Only what is genuine counts, and only that uses up a fault. */
public final class WebhookReceiver {
    private static final int ID_LENGTH_MAX = 128;

    private final Notifications notifications;
    private final Faults faults;
    private final WebhookSignature signature;
    private final Clock clock;

    public WebhookReceiver(Notifications notifications, Faults faults, WebhookSignature signature, Clock clock) {
        this.notifications = notifications;
        this.faults = faults;
        this.signature = signature;
        this.clock = clock;
    }

    public Reply handle(Request request, List<String> ids) {
        var headers = new Headers(
                request.header("webhook-id"), request.header("webhook-timestamp"), request.header("webhook-signature"));
        if (!signature.isGenuine(headers, request.body(), clock.instant())) {
            return Answer.error(401, "bad signature");
        }
        var notification = read(String.valueOf(headers.id()), request.body());
        if (notification.isEmpty()) {
            return Answer.error(400, "the body is no event");
        }
        var arrived = notification.get();
        return faults.take(Operation.WEBHOOK, arrived.orderId())
                .map(fault -> Misbehaviour.reply(fault, () -> receive(arrived), "/redirected"))
                .orElseGet(() -> receive(arrived));
    }

    private Answer receive(Notification arrived) {
        return notifications.receive(arrived)
                ? Answer.json(200, Map.of("received", arrived.id()))
                : Answer.error(503, "the sandbox is full, DELETE /sandbox makes room");
    }

    private static Optional<Notification> read(String id, byte[] body) {
        return Json.object(body)
                .filter(event -> id.length() <= ID_LENGTH_MAX && Json.text(event, "type") != null)
                .map(event -> new Notification(
                        id,
                        String.valueOf(Json.text(event, "type")),
                        Json.text(event, "order_id"),
                        Json.text(event, "payment_id"),
                        1));
    }
}
