package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payonce.testbed.system.Http.Answer;
import java.time.Duration;

/** A shop that cancels, and what books, tables and topics say afterwards. */
record Cancels(SystemStack stack, Shop shop, SandboxControl sandbox) {
    private static final Duration ENDING_MAX = Duration.ofMinutes(2);

    static Cancels of(SystemStack stack) {
        return new Cancels(stack, stack.shop(), stack.sandbox());
    }

    String open(String order) {
        return shop.create(eur(order)).text("id");
    }

    String registered(String order) {
        var id = open(order);
        awaitStatus(id, "registered");
        return id;
    }

    Answer issue(String id) {
        return shop.send("POST", "/v1/payments/" + id + "/cancel-codes", null);
    }

    String code(String id) {
        var answer = issue(id);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.text("code");
    }

    Answer cancel(String id, String code, String... headers) {
        return shop.send("POST", "/v1/payments/" + id + "/cancel", "{\"code\": \"" + code + "\"}", headers);
    }

    void startCancel(String id, String code) {
        var answer = cancel(id, code);
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        assertThat(answer.text("status")).isEqualTo("canceling");
    }

    Answer awaitStatus(String id, String status) {
        await().atMost(ENDING_MAX).until(() -> shop.payment(id).text("status").equals(status));
        return shop.payment(id);
    }

    String status(String id) {
        return shop.payment(id).text("status");
    }

    String ledgerStatus(String id) {
        return sandbox.ledger(id).isEmpty()
                ? "absent"
                : sandbox.ledger(id).getFirst().path("status").stringValue("");
    }

    /** At rest: nothing is payable, one reverse has taken effect, nothing was booked, the order is free. */
    void assertCanceledOnce(String order, String id) {
        assertThat(status(id)).isEqualTo("canceled");
        assertThat(sandbox.ledger(id).size()).isLessThanOrEqualTo(1);
        assertThat(ledgerStatus(id)).isIn("absent", "reversed");
        assertThat(sandbox.calls(id, "reverse").stream()
                        .map(call -> call.path("idempotency_key").stringValue(""))
                        .distinct()
                        .count())
                .isLessThanOrEqualTo(1);
        assertThat(stack.count("SELECT count(*) FROM payonce.provider_operations WHERE kind = 'reverse'"
                        + " AND session_id = '" + id + "'"))
                .isEqualTo(1);
        assertThat(receipts(order)).isZero();
        assertThat(events(order, id, "payment.canceled")).isEqualTo(1);
        assertThat(events(order, id, "payment.completed")).isZero();
    }

    long receipts(String order) {
        return stack.count("SELECT count(*) FROM payonce.accounting_entries WHERE order_id = '" + order + "'");
    }

    long events(String order, String id, String type) {
        return stack.count("SELECT count(*) FROM payonce.outbox WHERE message_key = '" + order + "' AND type = '" + type
                + "' AND payload->>'payment_id' = '" + id + "'");
    }

    static void assertRefused(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.text("code")).isEqualTo(code);
    }

    /** Another code than this one. */
    static String not(String code) {
        return code.substring(0, 5) + (code.charAt(5) == '0' ? '1' : '0');
    }
}
