package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Money for a payment that was over goes back by itself, and the order stays open for another. */
class LateMoneyIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final SystemStack stack = SystemStack.shared();
    private final Shop shop = stack.shop();
    private final SandboxControl sandbox = stack.sandbox();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void heal() {
        sandbox.clearFaults();
        stack.heal();
    }

    @Test
    void moneyAfterADeclineIsBookedAndGoesBack() {
        var order = "late-" + run;
        var id = failed(order);
        sandbox.pay(id);

        awaitLate(id, "Reversed");
        assertThat(sandbox.ledger(id).getFirst().path("status").stringValue("")).isEqualTo("reversed");
        assertThat(entries(id)).containsExactlyInAnyOrder("LatePaymentReceived", "LatePaymentReversed");
        assertThat(shop.payment(id).text("status")).isEqualTo("failed");
        assertThat(shop.order(order).text("status")).isEqualTo("awaiting_payment");
        await().atMost(PATIENCE).until(() -> sandbox.notifications(order, "payment.late_reversed") == 1);
        assertThat(sandbox.notifications(order, "payment.late_received")).isEqualTo(1);
        assertThat(sandbox.notifications(order, "payment.completed")).isZero();
    }

    /** The first payment's money comes when the second has been paid. */
    @Test
    void moneyForAnOrderThatWasPaidMeanwhileGoesBack() {
        var order = "late2-" + run;
        var first = failed(order);
        var second = shop.create(eur(order)).text("id");
        new Books(stack, List.of(second)).awaitAll("Registered");
        sandbox.pay(second);
        var books = new Books(stack, List.of(second)).awaitAll("Completed");

        sandbox.pay(first);

        awaitLate(first, "Reversed");
        books.assertEachPaidOnce();
        assertThat(sandbox.ledger(first).getFirst().path("status").stringValue(""))
                .isEqualTo("reversed");
        assertThat(sandbox.ledger(second).getFirst().path("status").stringValue(""))
                .isEqualTo("paid");
    }

    /** The provider falls silent on the status query and on the reverse; a reconciler dies on the way. */
    @Test
    @Tag("long")
    void claimIsPursuedUntilTheProviderHasConfirmed() {
        var id = failed("late3-" + run);
        sandbox.fault("""
                {"operation": "status", "times": 3, "fault": "error_before"}""");
        sandbox.fault("""
                {"operation": "reverse", "times": 2, "fault": "drop_after"}""");
        sandbox.pay(id);
        awaitLate(id, "Suspected", "Reversing", "Reversed");
        stack.kill("reconciler");

        awaitLate(id, "Reversed");
        assertThat(entries(id)).containsExactlyInAnyOrder("LatePaymentReceived", "LatePaymentReversed");
        assertThat(sandbox.calls(id, "reverse").stream()
                        .map(call -> call.path("idempotency_key").stringValue(""))
                        .distinct())
                .hasSize(1);
    }

    /** A provider that keeps the money makes it a person's affair. */
    @Test
    void refusedReversalIsLeftToAPerson() {
        var id = failed("late4-" + run);
        sandbox.fault("""
                {"operation": "reverse", "times": 100, "fault": "refuse_captured"}""");
        sandbox.pay(id);

        awaitLate(id, "Review");
        assertThat(stack.query("SELECT kind FROM payonce.incidents WHERE payment_id = '" + id + "'"))
                .containsExactly("LATE_MONEY");
        assertThat(entries(id)).containsExactly("LatePaymentReceived");
    }

    private String failed(String order) {
        var id = shop.create(eur(order)).text("id");
        var books = new Books(stack, List.of(id)).awaitAll("Registered");
        sandbox.act(id, "decline");
        books.awaitAll("Failed");
        return id;
    }

    private void awaitLate(String id, String... states) {
        await().atMost(PATIENCE)
                .until(() ->
                        stack.query("SELECT state FROM payonce.late_payments WHERE payment_id = '" + id + "'").stream()
                                .anyMatch(List.of(states)::contains));
    }

    private List<String> entries(String id) {
        return stack.query("SELECT entry_type FROM payonce.accounting_entries WHERE payment_id = '" + id + "'");
    }
}
