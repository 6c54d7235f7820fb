package io.payonce.testbed.system;

import static io.payonce.testbed.system.Cancels.assertRefused;
import static io.payonce.testbed.system.Cancels.not;
import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever state a payment is in, a Cancel ends it without the payer's money, or says why it cannot. */
class CancelIT {
    private final SystemStack stack = SystemStack.shared();
    private final Cancels cancels = Cancels.of(stack);
    private final Shop shop = stack.shop();
    private final SandboxControl sandbox = stack.sandbox();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void noFaultsLeft() {
        sandbox.clearFaults();
    }

    @Test
    void registeredPaymentIsCanceledWithinTheWaitAndMakesRoom() {
        var order = "registered-" + run;
        var id = cancels.registered(order);
        var code = cancels.code(id);

        var answer = cancels.cancel(id, code, "Prefer", "wait=20");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("status")).isEqualTo("canceled");
        cancels.assertCanceledOnce(order, id);
        assertThat(cancels.ledgerStatus(id)).isEqualTo("reversed");
        assertThat(cancels.cancel(id, code).status()).isEqualTo(200);
        var next = shop.create(eur(order));
        assertThat(next.status()).isEqualTo(202);
        assertThat(next.text("id")).isNotEqualTo(id);
    }

    @Test
    void cancelWhileTheRegisterCallIsOutWaitsForItAndTakesThePaymentBack() {
        var order = "registering-" + run;
        sandbox.fault("""
                {"operation": "register", "times": 1, "fault": "delay", "delay_ms": 5000}""");
        var id = cancels.open(order);
        await().atMost(Duration.ofSeconds(10)).until(() -> !sandbox.ledger(id).isEmpty());
        assertThat(cancels.status(id)).isEqualTo("registering");

        cancels.startCancel(id, cancels.code(id));

        cancels.awaitStatus(id, "canceled");
        cancels.assertCanceledOnce(order, id);
        assertThat(cancels.ledgerStatus(id)).isEqualTo("reversed");
        assertThat(sandbox.calls(id, "register")).hasSize(1);
    }

    @Test
    void paymentOfWhichNothingIsKnownIsFoundAndTakenBack() {
        var order = "unknown-" + run;
        sandbox.fault("""
                {"operation": "register", "times": 100, "fault": "drop_after"}""");
        sandbox.fault("""
                {"operation": "status", "times": 1000, "fault": "error_before"}""");
        var id = cancels.open(order);
        cancels.awaitStatus(id, "unknown");

        cancels.startCancel(id, cancels.code(id));
        sandbox.clearFaults();

        cancels.awaitStatus(id, "canceled");
        cancels.assertCanceledOnce(order, id);
        assertThat(cancels.ledgerStatus(id)).isEqualTo("reversed");
    }

    @Test
    void heldMoneyIsReleased() {
        var order = "authorized-" + run;
        var id = cancels.registered(order);
        sandbox.act(id, "authorize");
        cancels.awaitStatus(id, "authorized");

        cancels.startCancel(id, cancels.code(id));

        cancels.awaitStatus(id, "canceled");
        cancels.assertCanceledOnce(order, id);
        assertThat(cancels.ledgerStatus(id)).isEqualTo("reversed");
    }

    @Test
    void whileCancelingTheOrderStaysClosedAndTheCodeIsAnsweredAgain() {
        var order = "canceling-" + run;
        var id = cancels.registered(order);
        var code = cancels.code(id);
        sandbox.fault("""
                {"operation": "reverse", "order_id": "%s", "times": 3, "fault": "error_before"}""".formatted(id));
        cancels.startCancel(id, code);

        var create = shop.create(eur(order));
        assertThat(create.status()).isEqualTo(202);
        assertThat(create.text("id")).isEqualTo(id);
        cancels.startCancel(id, code);
        cancels.code(id);
        cancels.startCancel(id, code);
        assertRefused(cancels.cancel(id, not(code)), 403, "cancel_code_invalid");

        cancels.awaitStatus(id, "canceled");
        assertThat(cancels.cancel(id, code).status()).isEqualTo(200);
        cancels.assertCanceledOnce(order, id);
    }

    @Test
    void endedPaymentsAreNotCanceled() {
        var paid = cancels.registered("paid-" + run);
        var declined = cancels.registered("declined-" + run);
        var canceled = cancels.registered("canceled-" + run);
        var codeOfPaid = cancels.code(paid);
        var codeOfDeclined = cancels.code(declined);
        cancels.startCancel(canceled, cancels.code(canceled));
        sandbox.pay(paid);
        sandbox.act(declined, "decline");
        cancels.awaitStatus(paid, "completed");
        cancels.awaitStatus(declined, "failed");
        cancels.awaitStatus(canceled, "canceled");

        assertRefused(cancels.cancel(paid, codeOfPaid), 409, "payment_completed");
        assertRefused(cancels.cancel(declined, codeOfDeclined), 409, "payment_failed");
        assertRefused(cancels.cancel(canceled, codeOfPaid), 403, "cancel_code_invalid");
        assertRefused(cancels.issue(paid), 409, "payment_completed");
        assertRefused(cancels.issue(declined), 409, "payment_failed");
        assertRefused(cancels.issue(canceled), 409, "payment_canceled");
        assertThat(sandbox.calls(paid, "reverse")).isEmpty();
        assertThat(sandbox.calls(declined, "reverse")).isEmpty();
        assertThat(cancels.receipts("paid-" + run)).isEqualTo(1);
    }

    /** C13 (c). */
    @Test
    void codeOfOnePaymentDoesNotCancelAnother() {
        var one = cancels.registered("c13c-" + run);
        var other = cancels.registered("c13c-other-" + run);
        var code = cancels.code(one);

        assertRefused(cancels.cancel(other, code), 403, "cancel_code_invalid");
        cancels.startCancel(one, code);

        cancels.awaitStatus(one, "canceled");
        assertThat(cancels.status(other)).isEqualTo("registered");
        assertThat(sandbox.calls(other, "reverse")).isEmpty();
    }

    /** C14 (a): the money comes after the Cancel was accepted, and goes back. */
    @Test
    void successAfterAnAcceptedCancelGoesBack() {
        var order = "c14a-" + run;
        var id = cancels.registered(order);
        sandbox.fault("""
                {"operation": "reverse", "order_id": "%s", "times": 3, "fault": "error_before"}""".formatted(id));
        cancels.startCancel(id, cancels.code(id));

        assertThat(sandbox.pay(id).status()).isEqualTo(200);
        sandbox.callback(id, "paid");

        cancels.awaitStatus(id, "canceled");
        sandbox.callback(id, "paid");
        await().during(Duration.ofSeconds(3))
                .atMost(Duration.ofSeconds(5))
                .until(() -> cancels.status(id).equals("canceled"));
        cancels.assertCanceledOnce(order, id);
        assertThat(cancels.ledgerStatus(id)).isEqualTo("reversed");
        assertThat(shop.create(eur(order)).status()).isEqualTo(202);
    }

    @Test
    void refusedReverseOfCapturedMoneyCompletesThePaymentAfterAll() {
        var order = "captured-" + run;
        var id = cancels.registered(order);
        var code = cancels.code(id);
        sandbox.fault("""
                {"operation": "callback", "order_id": "%s", "times": 1000, "fault": "never"}""".formatted(id));
        sandbox.fault("""
                {"operation": "reverse", "order_id": "%s", "times": 100, "fault": "refuse_captured"}""".formatted(id));
        sandbox.pay(id);

        var answer = cancels.cancel(id, code, "Prefer", "wait=20");

        assertRefused(answer, 409, "payment_completed");
        assertRefused(cancels.cancel(id, code), 409, "payment_completed");
        assertThat(cancels.status(id)).isEqualTo("completed");
        assertThat(cancels.ledgerStatus(id)).isEqualTo("paid");
        assertThat(cancels.receipts(order)).isEqualTo(1);
        assertThat(cancels.events(order, id, "payment.completed")).isEqualTo(1);
        assertThat(cancels.events(order, id, "payment.canceled")).isZero();
    }

    /** C17: answers "pending", then "failed", by call and by callback, prove nothing. */
    @Test
    @Tag("long")
    void reverseThatIsPendingThenFailedThenReversedCancelsOnceAndOnlyThen() {
        var order = "c17-" + run;
        var id = cancels.registered(order);
        for (var word : new String[] {"pending", "failed"}) {
            sandbox.fault("""
                    {"operation": "reverse", "order_id": "%s", "times": 2, "fault": "respond", "status": 200,
                     "body": "{\\"payment_id\\": \\"x\\", \\"status\\": \\"%s\\"}"}""".formatted(id, word));
        }
        cancels.startCancel(id, cancels.code(id));

        await().atMost(Duration.ofSeconds(60)).until(() -> reverses(id) >= 3);
        sandbox.callback(id, "failed");
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            var status = cancels.status(id);
            assertThat(status)
                    .isIn("canceling", cancels.ledgerStatus(id).equals("reversed") ? "canceled" : "canceling");
            return status.equals("canceled");
        });

        assertThat(reverses(id)).isGreaterThanOrEqualTo(5);
        cancels.assertCanceledOnce(order, id);
        assertThat(cancels.ledgerStatus(id)).isEqualTo("reversed");
    }

    @Test
    @Tag("long")
    void reverseThatTakesItsTimeIsWaitedFor() {
        var order = "pending-" + run;
        var id = cancels.registered(order);
        sandbox.fault("""
                {"operation": "reverse", "order_id": "%s", "times": 100, "fault": "reverse_pending",
                 "delay_ms": 6000}""".formatted(id));
        cancels.startCancel(id, cancels.code(id));

        await().during(Duration.ofSeconds(4))
                .atMost(Duration.ofSeconds(5))
                .until(() -> cancels.status(id).equals("canceling"));
        cancels.awaitStatus(id, "canceled");
        cancels.assertCanceledOnce(order, id);
        assertThat(cancels.ledgerStatus(id)).isEqualTo("reversed");
    }

    private int reverses(String id) {
        return sandbox.calls(id, "reverse").size();
    }
}
