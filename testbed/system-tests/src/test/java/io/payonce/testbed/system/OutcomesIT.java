package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payonce.testbed.system.Http.Answer;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever way the outcome comes, early, late or not at all: the order is paid once, and nothing hangs. */
class OutcomesIT {
    private final SystemStack stack = SystemStack.shared();
    private final Shop shop = stack.shop();
    private final SandboxControl sandbox = stack.sandbox();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void noFaultsLeft() {
        sandbox.clearFaults();
    }

    /** C07 (a): the callback overtakes the register answer. */
    @Test
    void successBeforeTheRegisterAnswerCompletesAndIsNeverTakenBack() {
        sandbox.fault("""
                {"operation": "register", "times": 1, "fault": "delay", "delay_ms": 5000}""");
        var id = shop.create(eur("c07-" + run)).text("id");
        await().atMost(Duration.ofSeconds(10)).until(() -> !sandbox.ledger(id).isEmpty());

        sandbox.pay(id);
        awaitStatus(id, "completed");
        await().during(Duration.ofSeconds(7))
                .atMost(Duration.ofSeconds(10))
                .until(() -> shop.payment(id).text("status").equals("completed"));

        assertThat(sandbox.calls(id, "register")).hasSize(1);
        assertPaidOnce("c07-" + run);
    }

    @Test
    void lostCallbackIsFoundByACheck() {
        sandbox.fault("""
                {"operation": "callback", "times": 1000, "fault": "never"}""");
        var id = registered("check-" + run);
        sandbox.pay(id);

        var checked = shop.send("POST", "/v1/payments/" + id + "/check", null, "Prefer", "wait=15");

        assertThat(checked.status()).isEqualTo(200);
        assertThat(checked.text("status")).isEqualTo("completed");
        assertPaidOnce("check-" + run);
    }

    /** C20 (b): the callback is lost, and the provider itself says that the payment expired. */
    @Test
    void expiredPaymentIsFoundByTheSweepAndMakesRoom() {
        sandbox.fault("""
                {"operation": "callback", "times": 1000, "fault": "never"}""");
        var id = registered("c20-" + run);
        sandbox.act(id, "expire");
        stack.query("UPDATE payonce.payment_sessions SET next_check_at = now() WHERE id = '" + id + "' RETURNING id");

        var failed = awaitStatus(id, "failed");

        assertThat(failed.json().path("failure").path("code").stringValue("")).isEqualTo("payment_expired");
        assertThat(shop.create(eur("c20-" + run)).status()).isEqualTo(202);
    }

    /** C20 (a): the callback is lost, and the payment was paid. */
    @Test
    void paidPaymentWhoseCallbackWasLostIsFoundByTheSweep() {
        sandbox.fault("""
                {"operation": "callback", "times": 1000, "fault": "never"}""");
        var id = registered("c20a-" + run);
        sandbox.pay(id);
        stack.query("UPDATE payonce.payment_sessions SET next_check_at = now() WHERE id = '" + id + "' RETURNING id");

        awaitStatus(id, "completed");
        assertPaidOnce("c20a-" + run);
    }

    /** C09: an old failure says nothing about the payment that came after it. */
    @Test
    void lateFailureOfAnEarlierPaymentDoesNotTouchThePaidOrder() {
        var first = registered("c09-" + run);
        sandbox.act(first, "decline");
        awaitStatus(first, "failed");
        var second = registered("c09-" + run);
        sandbox.pay(second);
        awaitStatus(second, "completed");

        for (var i = 0; i < 5; i++) {
            sandbox.callback(first, "failed");
        }
        sandbox.callback(second, "pending");

        await().during(Duration.ofSeconds(3))
                .atMost(Duration.ofSeconds(5))
                .until(() -> shop.payment(second).text("status").equals("completed"));
        assertThat(shop.order("c09-" + run).text("status")).isEqualTo("paid");
        assertThat(shop.order("c09-" + run).json().path("payments").size()).isEqualTo(2);
        assertPaidOnce("c09-" + run);
    }

    private String registered(String order) {
        var id = shop.create(eur(order)).text("id");
        awaitStatus(id, "registered");
        return id;
    }

    private Answer awaitStatus(String id, String status) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> shop.payment(id).text("status").equals(status));
        return shop.payment(id);
    }

    private void assertPaidOnce(String order) {
        assertThat(shop.order(order).text("status")).isEqualTo("paid");
        assertThat(stack.count("SELECT count(*) FROM payonce.accounting_entries WHERE order_id = '" + order + "'"))
                .isEqualTo(1);
        assertThat(stack.query("SELECT type FROM payonce.outbox WHERE message_key = '" + order + "'"))
                .containsOnlyOnce("payment.completed");
    }
}
