package io.payonce.testbed.sandbox.shop;

import static io.payonce.testbed.sandbox.TestSandbox.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.testbed.sandbox.Receiver;
import io.payonce.testbed.sandbox.TestSandbox;
import io.payonce.testbed.sandbox.json.Json;
import io.payonce.testbed.sandbox.signing.WebhookSignature;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The shop asks the gateway with its own key, and takes each genuine webhook once, whatever comes how often. */
final class ShopIT {
    private static final String EVENT = """
            {"event_id":"evt_1","type":"payment.completed","payment_id":"p1","order_id":"shop-1","sequence":3,
             "occurred_at":"2026-03-01T10:00:00Z","data":{}}""";
    private static final String ORDER = """
            {"order_id":"shop-1","status":"awaiting_payment","active_payment_id":null,"payments":[
             {"id":"p2","created_at":"2026-03-01T10:00:02Z"},{"id":"p1","created_at":"2026-03-01T10:00:01Z"}]}""";

    @TempDir
    Path data;

    private final WebhookSignature signature = new WebhookSignature(TestSandbox.WEBHOOK_SECRET);
    private Receiver gateway;
    private TestSandbox sandbox;

    @BeforeEach
    void start() throws Exception {
        gateway = new Receiver();
        sandbox = TestSandbox.start(data, gateway.url());
    }

    @AfterEach
    void stop() {
        sandbox.close();
        gateway.close();
    }

    @Test
    void payAsksTheGatewayForTheShopsPrice() throws Exception {
        gateway.answers(202).answersWith("{\"id\":\"p1\"}");

        var answer = shop("POST", "/shop/orders/shop-1/pay", "");

        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("{\"id\":\"p1\"}");
        var asked = gateway.next();
        var body = Json.object(asked.body().getBytes(UTF_8)).orElseThrow();
        assertThat(asked.method() + " " + asked.target()).isEqualTo("POST /v1/payments");
        assertThat(asked.authorization()).isEqualTo("Bearer shop-key");
        assertThat(body.path("amount").longValue()).isEqualTo(249_000);
        assertThat(body.path("currency").stringValue()).isEqualTo("RUB");
        assertThat(body.path("return_url").stringValue()).endsWith("/shop");
    }

    @Test
    void gatewaysProblemIsHandedOn() throws Exception {
        gateway.answers(409).answersWith("{\"detail\":\"the order is paid\"}");

        var answer = shop("POST", "/shop/orders/shop-1/pay", "");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(json(answer).path("detail").stringValue()).isEqualTo("the order is paid");
    }

    @Test
    void silentGatewayIsSaidInPlainWords() throws Exception {
        gateway.close();

        var answer = shop("POST", "/shop/orders/shop-1/pay", "");

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(json(answer).path("detail").stringValue()).contains("does not answer");
        assertThat(shop("GET", "/shop/orders/shop-1", "").statusCode()).isEqualTo(200);
    }

    @Test
    void cancelIsAboutTheNewestPaymentWhenNoneIsActive() throws Exception {
        gateway.answersWith(ORDER);

        shop("POST", "/shop/orders/shop-1/cancel-codes", "");
        assertThat(gateway.next().target()).isEqualTo("/v1/orders/shop-1");
        assertThat(gateway.next().target()).isEqualTo("/v1/payments/p2/cancel-codes");
        shop("POST", "/shop/orders/shop-1/cancel", "{\"code\":\"123456\"}");
        gateway.next();
        var cancel = gateway.next();
        assertThat(cancel.target()).isEqualTo("/v1/payments/p2/cancel");
        assertThat(cancel.body()).isEqualTo("{\"code\":\"123456\"}");
    }

    @Test
    void orderWithoutPaymentHasNothingToCancel() throws Exception {
        assertThat(shop("POST", "/shop/orders/shop-1/cancel-codes", "").statusCode())
                .isEqualTo(404);
        assertThat(shop("POST", "/shop/orders/shop-1/cancel", "{}").statusCode())
                .isEqualTo(400);
        assertThat(shop("POST", "/shop/orders/a%20b/pay", "").statusCode()).isEqualTo(400);
    }

    @Test
    void keyNeverReachesThePage() throws Exception {
        var page = shop("GET", "/shop", "");

        assertThat(page.body()).contains("2490.00", "RUB", "Pay").doesNotContain("shop-key", "{{");
    }

    @Test
    void racingRepeatsOfOneEventFulfilOnce() throws Exception {
        var racers = 16;
        var barrier = new CyclicBarrier(racers);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var races = new ArrayList<Future<HttpResponse<String>>>();
            for (var i = 0; i < racers; i++) {
                races.add(executor.submit(() -> {
                    barrier.await();
                    return webhook("evt_1", EVENT);
                }));
            }
            for (var race : races) {
                assertThat(race.get().statusCode()).isEqualTo(200);
            }
        }
        var notification = notifications("shop-1").get(0);
        assertThat(notification.propertyNames()).containsExactly("id", "type", "order_id", "payment_id", "times");
        assertThat(notification.path("times").intValue()).isEqualTo(racers);
        assertThat(notifications("shop-1")).hasSize(1);
        assertThat(fulfilled()).isEqualTo(1);
    }

    @Test
    void inboxAndFulfilmentSurviveARestart() throws Exception {
        webhook("evt_1", EVENT);
        sandbox.close();
        sandbox = TestSandbox.start(data, gateway.url());

        webhook("evt_1", EVENT);

        assertThat(notifications("shop-1").get(0).path("times").intValue()).isEqualTo(2);
        assertThat(fulfilled()).isEqualTo(1);
    }

    @Test
    void secondEventOfTheSameKindWouldFulfilTwiceAndIsSeen() throws Exception {
        webhook("evt_1", EVENT);
        webhook("evt_2", EVENT);

        assertThat(fulfilled()).isEqualTo(2);
    }

    @Test
    void otherEventsFulfilNothing() throws Exception {
        webhook("evt_1", EVENT.replace("payment.completed", "payment.registered"));

        assertThat(notifications("shop-1")).hasSize(1);
        assertThat(fulfilled()).isZero();
    }

    @Test
    void forgedWebhookIsRefusedAndNotCounted() throws Exception {
        var timestamp = String.valueOf(Instant.now().getEpochSecond());
        var forged = sandbox.send(sandbox.request("POST", "/shop/webhooks", EVENT)
                .header("webhook-id", "evt_2")
                .header("webhook-timestamp", timestamp)
                .header("webhook-signature", signature.sign("evt_1", timestamp, EVENT.getBytes(UTF_8))));

        assertThat(forged.statusCode()).isEqualTo(401);
        assertThat(shop("POST", "/shop/webhooks", EVENT).statusCode()).isEqualTo(401);
        assertThat(notifications("shop-1")).isEmpty();
    }

    @Test
    void genuineWebhookThatIsNoEventIsRefused() throws Exception {
        assertThat(webhook("evt_1", "[]").statusCode()).isEqualTo(400);
    }

    @Test
    void receiverMisbehavesOnRequest() throws Exception {
        sandbox.fault("\"operation\":\"webhook\",\"fault\":\"error_before\",\"order_id\":\"shop-1\"");
        assertThat(webhook("evt_1", EVENT).statusCode()).isEqualTo(500);
        assertThat(notifications("shop-1")).isEmpty();

        sandbox.fault("\"operation\":\"webhook\",\"fault\":\"drop_after\"");
        assertThatThrownBy(() -> webhook("evt_1", EVENT)).isInstanceOf(IOException.class);
        assertThat(notifications("shop-1")).hasSize(1);
    }

    private HttpResponse<String> shop(String method, String target, String body) throws Exception {
        return sandbox.send(sandbox.request(method, target, body));
    }

    private HttpResponse<String> webhook(String id, String body) throws Exception {
        var timestamp = String.valueOf(Instant.now().getEpochSecond());
        return sandbox.send(sandbox.request("POST", "/shop/webhooks", body)
                .header("webhook-id", id)
                .header("webhook-timestamp", timestamp)
                .header("webhook-signature", signature.sign(id, timestamp, body.getBytes(UTF_8))));
    }

    private JsonNode notifications(String orderId) throws Exception {
        return sandbox.control("GET", "/sandbox/notifications?order_id=" + orderId, "")
                .path("notifications");
    }

    private int fulfilled() throws Exception {
        return json(shop("GET", "/shop/orders/shop-1", "")).path("fulfilled").intValue();
    }
}
