package io.payonce.testbed.sandbox.provider;

import io.payonce.testbed.sandbox.faults.Operation;
import io.payonce.testbed.sandbox.http.Request;
import io.payonce.testbed.sandbox.json.Json;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a request to the provider asks for, told by method and path alone. */
sealed interface ProviderCall {
    List<String> PAYMENTS = List.of("", "api", "v1", "payments");

    record Register() implements ProviderCall {}

    record StatusOfOrder(String orderId) implements ProviderCall {}

    record StatusOfPayment(String paymentId) implements ProviderCall {}

    record Reverse(String paymentId) implements ProviderCall {}

    /** Somebody followed a redirect that a fault gave. */
    record Redirected(@Nullable String orderId) implements ProviderCall {}

    /** Nothing that the provider documents. */
    record Other(int status, String error) implements ProviderCall {}

    static ProviderCall of(Request request) {
        if (request.path().equals("/redirected")) {
            return new Redirected(request.parameter("order_id").orElse(null));
        }
        var path = List.of(request.path().split("/", -1));
        if (path.size() < 4 || !path.subList(0, 4).equals(PAYMENTS)) {
            return new Other(404, "not found");
        }
        var rest = path.subList(4, path.size());
        return switch (rest.size()) {
            case 0 -> payments(request);
            case 1 -> method(request, "GET").orElseGet(() -> new StatusOfPayment(rest.getFirst()));
            case 2 ->
                rest.getLast().equals("reverse")
                        ? method(request, "POST").orElseGet(() -> new Reverse(rest.getFirst()))
                        : new Other(404, "not found");
            default -> new Other(404, "not found");
        };
    }

    private static ProviderCall payments(Request request) {
        if (request.method().equals("POST")) {
            return new Register();
        }
        return method(request, "GET")
                .orElseGet(() -> request.parameter("order_id")
                        .<ProviderCall>map(StatusOfOrder::new)
                        .orElseGet(() -> new Other(400, "order_id is missing")));
    }

    private static Optional<ProviderCall> method(Request request, String allowed) {
        return request.method().equals(allowed) ? Optional.empty() : Optional.of(new Other(405, "method not allowed"));
    }

    default String operation() {
        return switch (this) {
            case Register register -> "register";
            case StatusOfOrder status -> "status";
            case StatusOfPayment status -> "status";
            case Reverse reverse -> "reverse";
            case Redirected redirected -> "redirected";
            case Other other -> "other";
        };
    }

    /** What a fault may be ordered for. */
    default Optional<Operation> faulty() {
        return switch (this) {
            case Register register -> Optional.of(Operation.REGISTER);
            case StatusOfOrder status -> Optional.of(Operation.STATUS);
            case StatusOfPayment status -> Optional.of(Operation.STATUS);
            case Reverse reverse -> Optional.of(Operation.REVERSE);
            case Redirected redirected -> Optional.empty();
            case Other other -> Optional.empty();
        };
    }

    /** The payment that the path names. */
    default @Nullable String paymentId() {
        return switch (this) {
            case StatusOfPayment status -> status.paymentId();
            case Reverse reverse -> reverse.paymentId();
            case Register register -> null;
            case StatusOfOrder status -> null;
            case Redirected redirected -> null;
            case Other other -> null;
        };
    }

    /** The order that the request itself names. */
    default @Nullable String orderId(Request request) {
        return switch (this) {
            case Register register -> bodyText(request, "order_id");
            case StatusOfOrder status -> status.orderId();
            case Redirected redirected -> redirected.orderId();
            case StatusOfPayment status -> null;
            case Reverse reverse -> null;
            case Other other -> null;
        };
    }

    /** What makes a repeat of the call the same call. */
    default @Nullable String key(Request request) {
        return switch (this) {
            case Register register -> bodyText(request, "order_id");
            case Reverse reverse -> bodyText(request, "idempotency_key");
            case StatusOfOrder status -> null;
            case StatusOfPayment status -> null;
            case Redirected redirected -> null;
            case Other other -> null;
        };
    }

    private static @Nullable String bodyText(Request request, String name) {
        return Json.object(request.body()).map(body -> Json.text(body, name)).orElse(null);
    }
}
