package io.payonce.testbed.sandbox.shop;

import io.payonce.testbed.sandbox.http.Page;
import io.payonce.testbed.sandbox.http.Reply;
import io.payonce.testbed.sandbox.http.Reply.Answer;
import io.payonce.testbed.sandbox.http.Request;
import io.payonce.testbed.sandbox.http.RequestRefused;
import io.payonce.testbed.sandbox.http.Router;
import io.payonce.testbed.sandbox.json.Json;
import io.payonce.testbed.sandbox.ledger.Amounts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The demo shop: one product, one order at a time. Its price is known here, not in the browser. */
public final class ShopApi {
    private static final int PRICE = 2_490;
    private static final String PRODUCT = "Two mugs, hand-made";
    private static final Pattern ORDER_ID = Pattern.compile("[A-Za-z0-9._:-]{1,64}");
    private static final Pattern PAYMENT_ID = Pattern.compile("[A-Za-z0-9-]{1,64}");

    private final Gateway gateway;
    private final Notifications notifications;
    private final String currency;
    private final String returnUrl;
    private final Page page = Page.load("/shop.html");

    /**
     * Opens the shop.
     *
     * @param returnUrl where the payer comes back to
     */
    public ShopApi(Gateway gateway, Notifications notifications, String currency, String returnUrl) {
        this.gateway = gateway;
        this.notifications = notifications;
        this.currency = currency;
        this.returnUrl = returnUrl;
    }

    public void addTo(Router router) {
        router.on("GET", "/shop", this::page)
                .on("POST", "/shop/orders/*/pay", (request, ids) -> pay(order(ids)))
                .on("GET", "/shop/orders/*", (request, ids) -> view(order(ids)))
                .on("POST", "/shop/orders/*/cancel-codes", (request, ids) -> cancelCode(order(ids)))
                .on("POST", "/shop/orders/*/cancel", (request, ids) -> cancel(order(ids), request));
    }

    private Reply page(Request request, List<String> ids) {
        return Answer.html(
                200,
                page.filled(
                        Map.of("price", Amounts.ofUnits(PRICE, currency), "currency", currency, "product", PRODUCT)));
    }

    /** No idempotency key: two clicks are two requests for one order, and the order is what makes them one payment. */
    private Reply pay(String orderId) {
        var body = Json.MAPPER
                .createObjectNode()
                .put("order_id", orderId)
                .put("amount", Amounts.minorUnits(PRICE, currency))
                .put("currency", currency)
                .put("description", PRODUCT)
                .put("return_url", returnUrl);
        return gateway.post("/v1/payments", body.toString());
    }

    /** The shop's own view: what it fulfilled, and what the gateway says about the order. */
    private record View(
            String orderId,
            int fulfilled,
            @Nullable JsonNode order,
            @Nullable JsonNode problem) {}

    private Reply view(String orderId) {
        var answer = gateway.get("/v1/orders/" + encoded(orderId));
        var body = Json.object(answer.body()).orElse(null);
        var fulfilled = notifications.fulfilments(orderId);
        return switch (answer.status()) {
            case 200 -> Answer.json(200, new View(orderId, fulfilled, body, null));
            case 404 -> Answer.json(200, new View(orderId, fulfilled, null, null));
            default -> Answer.json(200, new View(orderId, fulfilled, null, body));
        };
    }

    private Reply cancelCode(String orderId) {
        return payment(orderId)
                .map(id -> gateway.post("/v1/payments/" + id + "/cancel-codes", "{}"))
                .orElseGet(ShopApi::nothingToCancel);
    }

    private Reply cancel(String orderId, Request request) {
        var body = Json.MAPPER.createObjectNode().put("code", request.members().text("code"));
        return payment(orderId)
                .map(id -> gateway.post("/v1/payments/" + id + "/cancel", body.toString()))
                .orElseGet(ShopApi::nothingToCancel);
    }

    /** The order's active payment, or its newest one: a repeated cancel is about a payment that is active no more. */
    private Optional<String> payment(String orderId) {
        var order = Json.object(gateway.get("/v1/orders/" + encoded(orderId)).body());
        return order.map(found -> Json.text(found, "active_payment_id"))
                .or(() -> order.flatMap(ShopApi::newest))
                .filter(id -> PAYMENT_ID.matcher(id).matches());
    }

    private static Optional<String> newest(ObjectNode order) {
        return order.path("payments")
                .valueStream()
                .max(Comparator.comparing(payment -> String.valueOf(Json.text(payment, "created_at"))))
                .map(payment -> Json.text(payment, "id"));
    }

    private static Answer nothingToCancel() {
        return Answer.json(404, Map.of("error", "no payment", "detail", "This order has no payment to cancel."));
    }

    private static String order(List<String> ids) {
        var id = ids.getFirst();
        if (!ORDER_ID.matcher(id).matches()) {
            throw new RequestRefused(400, "order_id must be 1 to 64 of A-Z a-z 0-9 . _ : -");
        }
        return id;
    }

    private static String encoded(String orderId) {
        return URLEncoder.encode(orderId, StandardCharsets.UTF_8);
    }
}
