package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payonce.testbed.system.Http.Answer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clicks, keys and lost answers, through the whole system: one session, one register call, one provider payment. */
class CreateIT {
    private final SystemStack stack = SystemStack.shared();
    private final Shop shop = stack.shop();
    private final SandboxControl sandbox = stack.sandbox();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void noFaultsLeft() {
        sandbox.clearFaults();
    }

    @Test
    void createIsRegisteredAndPayable() {
        var created = shop.create(eur("tour-" + run));
        var registered = awaitStatus(created.text("id"), "registered");

        assertThat(created.status()).isEqualTo(202);
        assertThat(created.header("Location")).isEqualTo("/v1/payments/" + created.text("id"));
        assertThat(registered.text("pay_url")).contains("/pay/");
        assertThat(shop.create(eur("tour-" + run)).status()).isEqualTo(200);
        assertOnePayment(created.text("id"));
    }

    @Test
    void waitingCreateIsAnsweredWithThePayLink() {
        var created = shop.create(eur("wait-" + run), "Prefer", "wait=20");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.text("pay_url")).contains("/pay/");
    }

    /** C01. */
    @Test
    void fiftyClicksWithOneKeyWhileTheProviderTakesThreeSeconds() {
        sandbox.fault("""
                {"operation": "register", "times": 1, "fault": "delay", "delay_ms": 3000}""");

        var answers = Together.callers(
                50, caller -> shop.create(eur("c01-" + run), "Idempotency-Key", "c01-" + run, "Prefer", "wait=1"));

        var good = answers.stream().filter(Answer::isSuccess).toList();
        var ids = good.stream().map(answer -> answer.text("id")).distinct().toList();
        assertThat(ids).hasSize(1);
        assertThat(answers.stream().filter(answer -> !answer.isSuccess()))
                .allSatisfy(answer -> assertThat(answer.text("code")).isEqualTo("idempotency_key_in_use"));
        awaitStatus(ids.getFirst(), "registered");
        var replay = shop.create(eur("c01-" + run), "Idempotency-Key", "c01-" + run, "Prefer", "wait=1");
        assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(good.stream().map(Answer::body)).containsOnly(replay.body());
        assertOnePayment(ids.getFirst());
        sandbox.pay(ids.getFirst());
        awaitStatus(ids.getFirst(), "completed");
        assertThat(stack.count("SELECT count(*) FROM payonce.accounting_entries WHERE order_id = 'c01-" + run + "'"))
                .isEqualTo(1);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> sandbox.notifications("c01-" + run, "payment.completed") == 1);
    }

    /** C03. */
    @Test
    void twoHundredOrdersWithFiveClicksEach() {
        var answers = Together.callers(
                1000, caller -> shop.create(eur("c03-" + run + "-" + caller % 200), "Idempotency-Key", run + caller));

        assertThat(answers.stream().map(Answer::status)).allMatch(status -> status == 200 || status == 202);
        assertThat(answers.stream().map(answer -> answer.text("id")).distinct()).hasSize(200);
        assertThat(stack.query("SELECT count(*) FROM payonce.outbox WHERE type = 'RegisterRequested' AND message_key IN"
                        + " (SELECT id::text FROM payonce.payment_sessions WHERE order_id LIKE 'c03-" + run + "-%')"
                        + " GROUP BY message_key"))
                .hasSize(200)
                .containsOnly("1");
        answers.stream().map(answer -> answer.text("id")).distinct().forEach(this::assertRegisteredOnce);
    }

    /** C04. */
    @Test
    void answersThatAreWithheldNeverFailThePayment() {
        sandbox.fault("""
                {"operation": "register", "times": 3, "fault": "hang"}""");
        sandbox.fault("""
                {"operation": "status", "times": 1, "fault": "hang"}""");

        var answers = Together.callers(
                10, caller -> shop.create(eur("c04-" + run), "Idempotency-Key", "c04-" + run + caller));
        var id = answers.getFirst().text("id");

        assertThat(answers).allMatch(Answer::isSuccess);
        assertThat(answers.stream().map(answer -> answer.text("id")).distinct()).hasSize(1);
        await().atMost(Duration.ofSeconds(90)).until(() -> {
            var status = shop.payment(id).text("status");
            assertThat(status).isIn("registering", "unknown", "registered");
            return status.equals("registered");
        });
        var calls = sandbox.calls(id, "register");
        assertThat(calls).hasSizeBetween(1, 3);
        assertThat(calls.stream().map(call -> call.path("idempotency_key").stringValue("")))
                .containsOnly(id);
        assertThat(calls.stream()
                        .map(call -> call.path("nonce").stringValue(""))
                        .distinct())
                .hasSameSizeAs(calls);
        assertThat(sandbox.ledger(id)).hasSize(1);
        sandbox.pay(id);
        awaitStatus(id, "completed");
        assertThat(stack.query("SELECT type FROM payonce.outbox WHERE message_key = 'c04-" + run + "'"))
                .doesNotContain("payment.failed");
    }

    @Test
    void definiteRefusalFailsThePaymentAndMakesRoom() {
        sandbox.fault("""
                {"operation": "register", "times": 1, "fault": "respond", "status": 400,
                 "body": "<html>amount must be positive</html>"}""");

        var created = shop.create(eur("refused-" + run));
        var failed = awaitStatus(created.text("id"), "failed");
        var next = shop.create(eur("refused-" + run));

        assertThat(failed.json().path("failure").path("code").stringValue("")).isEqualTo("provider_rejected");
        assertThat(sandbox.calls(created.text("id"), "register")).hasSize(1);
        assertThat(next.status()).isEqualTo(202);
        assertThat(next.text("id")).isNotEqualTo(created.text("id"));
    }

    @Test
    void answersThatSayNothingKeepOneKeyUntilOneSaysSomething() {
        for (var fault : List.of(
                "drop_before",
                "drop_after",
                "error_before",
                "error_after",
                "truncated_json",
                "redirect",
                "unknown_status")) {
            sandbox.fault("""
                    {"operation": "register", "times": 1, "fault": "%s"}""".formatted(fault));
            var id = shop.create(eur(fault + "-" + run)).text("id");
            awaitStatus(id, "registered");
            var calls = sandbox.calls(id, "register");
            assertThat(calls).as(fault).isNotEmpty();
            assertThat(calls.stream().map(call -> call.path("idempotency_key").stringValue("")))
                    .as(fault)
                    .containsOnly(id);
            assertThat(sandbox.ledger(id)).as(fault).hasSize(1);
        }
    }

    private Answer awaitStatus(String id, String status) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> shop.payment(id).text("status").equals(status));
        return shop.payment(id);
    }

    private void assertRegisteredOnce(String id) {
        awaitStatus(id, "registered");
        assertOnePayment(id);
    }

    private void assertOnePayment(String id) {
        assertThat(sandbox.calls(id, "register")).hasSize(1);
        assertThat(sandbox.ledger(id)).hasSize(1);
    }
}
