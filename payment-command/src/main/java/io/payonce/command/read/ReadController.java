package io.payonce.command.read;

import io.payonce.command.http.BadRequest;
import io.payonce.command.http.Problem;
import io.payonce.schema.store.OrderStore;
import io.payonce.schema.store.SessionStore;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Payments and orders as they stand. */
@RestController
class ReadController {
    /** An order shows its newest sessions; older ones are found by their own id. */
    private static final int SESSIONS_MAX = 50;

    private final SessionStore sessions;
    private final OrderStore orders;

    ReadController(SessionStore sessions, OrderStore orders) {
        this.sessions = sessions;
        this.orders = orders;
    }

    record OrderView(
            String orderId,
            String status,
            long amount,
            String currency,
            @Nullable String activePaymentId,
            List<PaymentView> payments) {}

    @GetMapping("/v1/payments/{id}")
    PaymentView payment(@PathVariable String id) {
        return sessions.find(PaymentPath.id(id)).map(PaymentView::of).orElseThrow(PaymentPath::notFound);
    }

    @GetMapping("/v1/orders/{id}")
    OrderView order(@PathVariable String id) {
        return orders.find(orderId(id)).map(this::view).orElseThrow(ReadController::noSuchOrder);
    }

    private OrderView view(io.payonce.schema.store.Order order) {
        PaymentId active = order.activePaymentId();
        return new OrderView(
                order.id().value(),
                order.paid() ? "paid" : "awaiting_payment",
                order.money().amount(),
                order.money().currency().getCurrencyCode(),
                active == null ? null : active.toString(),
                sessions.findLatest(order.id(), SESSIONS_MAX).stream()
                        .map(PaymentView::of)
                        .toList());
    }

    private static OrderId orderId(String text) {
        try {
            return new OrderId(text);
        } catch (IllegalArgumentException e) {
            throw noSuchOrder();
        }
    }

    private static BadRequest noSuchOrder() {
        return BadRequest.of(Problem.of(HttpStatus.NOT_FOUND, "order_not_found", "There is no such order."));
    }
}
