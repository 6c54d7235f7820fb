package io.payonce.command.cancel;

import static io.payonce.command.Api.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.command.Api;
import io.payonce.command.Api.Answer;
import io.payonce.command.TestStack;
import java.util.List;

/** A caller that opens payments and cancels them, and what the database says of it. */
record Cancels(Api api, TestStack stack) {

    String open(String orderId) {
        return api.create(order(orderId)).text("id");
    }

    /** A fresh code of the payment. */
    String code(String id) {
        var answer = issue(id);
        assertThat(answer.status()).isEqualTo(201);
        return answer.text("code");
    }

    Answer issue(String id) {
        return api.send("POST", "/v1/payments/" + id + "/cancel-codes", null);
    }

    Answer cancel(String id, String code, String... headers) {
        return send(id, "{\"code\": \"" + code + "\"}", headers);
    }

    Answer send(String id, String body, String... headers) {
        return api.send("POST", "/v1/payments/" + id + "/cancel", body, headers);
    }

    /** Another code than this one. */
    static String not(String code) {
        return code.substring(0, 5) + (code.charAt(5) == '0' ? '1' : '0');
    }

    /** Moves the payment by hand, as the reconciler would. */
    void become(String id, String status) {
        var ended = List.of("Completed", "Failed", "Canceled").contains(status);
        stack.execute("UPDATE payonce.payment_sessions SET status = '%s', version = version + 1, next_check_at = %s,"
                        .formatted(status, ended ? "NULL" : "now() + interval '1 minute'")
                + " failure_code = %s WHERE id = '%s'"
                        .formatted(status.equals("Failed") ? "'payment_declined'" : "NULL", id));
    }

    String status(String id) {
        return stack.query("SELECT status FROM payonce.payment_sessions WHERE id = '" + id + "'")
                .getFirst();
    }

    long triesLeft(String id) {
        return Long.parseLong(
                stack.query("SELECT attempts_left FROM payonce.cancel_codes WHERE payment_id = '" + id + "'")
                        .getFirst());
    }

    /** How many reverses were requested for the payment. */
    long reverses(String id) {
        return stack.query(
                        "SELECT id FROM payonce.outbox WHERE type = 'ReverseRequested' AND message_key = '" + id + "'")
                .size();
    }

    void assertUntouched(String id, String status) {
        assertThat(status(id)).isEqualTo(status);
        assertThat(reverses(id)).isZero();
        assertThat(stack.query("SELECT payment_id FROM payonce.cancel_codes WHERE consumed_at IS NOT NULL"
                        + " AND payment_id = '" + id + "'"))
                .isEmpty();
    }

    static void assertRefused(Answer answer, int status, String code) {
        assertThat(answer.status()).as(code).isEqualTo(status);
        assertThat(answer.text("code")).isEqualTo(code);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    }
}
