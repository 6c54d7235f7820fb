package io.payonce.command.cancel;

import static io.payonce.command.cancel.Cancels.assertRefused;
import static io.payonce.command.cancel.Cancels.not;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.command.Api;
import io.payonce.command.TestStack;
import io.payonce.command.wait.Wakeups;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Every answer of Cancel in every state of the payment and of its code, each with what it left in the database. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class CancelPaymentIT {
    private static final TestStack STACK = new TestStack();

    @LocalServerPort
    int port;

    @Autowired
    Wakeups wakeups;

    @Autowired
    MeterRegistry metrics;

    private Cancels cancels = new Cancels(new Api(0), STACK);
    private String id = "";

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        STACK.describe(properties);
    }

    @BeforeEach
    void open() {
        STACK.reset();
        cancels = new Cancels(new Api(port), STACK);
        id = cancels.open("o-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Registering", "Unknown", "Registered", "Authorized"})
    void rightCodeStartsTheCancellationOfAnOpenPayment(String status) {
        cancels.become(id, status);
        var code = cancels.code(id);

        var answer = cancels.cancel(id, code, "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.text("status")).isEqualTo("canceling");
        assertThat(answer.text("id")).isEqualTo(id);
        assertThat(answer.header("Location")).isEqualTo("/v1/payments/" + id);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.json().path("version").intValue()).isEqualTo(3);
        assertThat(cancels.status(id)).isEqualTo("Canceling");
        assertThat(STACK.query("""
                        SELECT count(*)
                          FROM payonce.outbox
                         WHERE type = 'ReverseRequested'
                           AND topic = 'payonce.commands'
                           AND sequence = 3
                           AND payload->'data'->>'late' = 'false'
                           AND payload->'data'->>'operation' = message_key
                           AND headers->>'traceparent' LIKE '00-0af%'
                        """)).containsExactly("1");
        assertThat(STACK.query("SELECT operation_id FROM payonce.cancel_codes WHERE code_hash IS NULL"
                        + " AND consumed_at <= now() AND keep_until > now() + interval '47 hours'"))
                .containsExactly(id);
        assertThat(STACK.query("SELECT status FROM payonce.payment_sessions WHERE next_check_at > now()"))
                .hasSize(1);
    }

    @Test
    void codeThatStartedItIsAnsweredAgain() {
        var code = cancels.code(id);
        var first = cancels.cancel(id, code);

        var again = cancels.cancel(id, code);
        var newer = cancels.code(id);
        var afterANewerCode = cancels.cancel(id, code);
        cancels.become(id, "Canceled");
        var canceled = cancels.cancel(id, code);

        assertThat(again.status()).isEqualTo(202);
        assertThat(again.text("id")).isEqualTo(first.text("id"));
        assertThat(again.text("status")).isEqualTo("canceling");
        assertThat(afterANewerCode.status()).isEqualTo(202);
        assertThat(canceled.status()).isEqualTo(200);
        assertThat(canceled.text("status")).isEqualTo("canceled");
        assertRefused(cancels.cancel(id, newer), 403, "cancel_code_invalid");
        assertRefused(cancels.cancel(id, not(code)), 403, "cancel_code_invalid");
        assertThat(cancels.reverses(id)).isEqualTo(1);
    }

    @Test
    void repeatAfterTheProviderRefusedTheReverseSaysThatThePaymentIsCompleted() {
        var code = cancels.code(id);
        cancels.cancel(id, code);
        cancels.become(id, "Completed");

        assertRefused(cancels.cancel(id, code), 409, "payment_completed");
        assertThat(cancels.reverses(id)).isEqualTo(1);
    }

    @Test
    void newerCodeWhileCancelingJoinsTheCancellationAndAWrongOneDoesNot() {
        cancels.cancel(id, cancels.code(id));
        var newer = cancels.code(id);

        assertRefused(cancels.cancel(id, not(newer)), 403, "cancel_code_invalid");
        assertThat(cancels.cancel(id, newer).status()).isEqualTo(202);
        assertThat(cancels.triesLeft(id)).isEqualTo(4);
        assertThat(cancels.reverses(id)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"Completed,payment_completed", "Failed,payment_failed"})
    void endedPaymentIsNotCanceled(String status, String problem) {
        var code = cancels.code(id);
        cancels.become(id, status);

        assertRefused(cancels.cancel(id, code), 409, problem);
        assertRefused(cancels.cancel(id, not(code)), 409, problem);
        assertRefused(cancels.issue(id), 409, problem);
        assertThat(cancels.triesLeft(id)).isEqualTo(5);
        cancels.assertUntouched(id, status);
    }

    @Test
    void canceledPaymentTakesNoUnusedCodeAndGetsNoNewOne() {
        var code = cancels.code(id);
        cancels.become(id, "Canceled");

        assertRefused(cancels.cancel(id, code), 403, "cancel_code_invalid");
        assertRefused(cancels.issue(id), 409, "payment_canceled");
        cancels.assertUntouched(id, "Canceled");
    }

    @Test
    void codeIsSixDigitsForFiveMinutesOfTheDatabaseClock() {
        var answer = cancels.issue(id);

        assertThat(answer.text("code")).matches("[0-9]{6}");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.json().propertyNames()).containsExactly("code", "expires_at");
        assertThat(STACK.query("SELECT date_trunc('milliseconds', expires_at) = '%s' FROM payonce.cancel_codes"
                        .formatted(answer.text("expires_at"))))
                .containsExactly("t");
        assertThat(STACK.query("SELECT expires_at - created_at FROM payonce.cancel_codes"))
                .containsExactly("00:05:00");
    }

    @Test
    void newCodeReplacesTheOld() {
        var old = cancels.code(id);
        var code = cancels.code(id);

        if (!old.equals(code)) {
            assertRefused(cancels.cancel(id, old), 403, "cancel_code_invalid");
            assertThat(cancels.triesLeft(id)).isEqualTo(4);
        }
        assertThat(cancels.cancel(id, code).status()).isEqualTo(202);
        assertThat(STACK.count("cancel_codes")).isEqualTo(1);
    }

    @Test
    void fiveWrongTriesLockTheCodeAndANewOneUnlocks() {
        var code = cancels.code(id);
        var invalid = counted("invalid");
        var locked = counted("locked");

        for (var left = 4; left >= 0; left--) {
            assertRefused(cancels.cancel(id, not(code)), 403, "cancel_code_invalid");
            assertThat(cancels.triesLeft(id)).isEqualTo(left);
        }
        assertRefused(cancels.cancel(id, not(code)), 403, "cancel_code_locked");
        assertRefused(cancels.cancel(id, code), 403, "cancel_code_locked");
        assertThat(counted("invalid") - invalid).isEqualTo(5);
        assertThat(counted("locked") - locked).isEqualTo(2);
        cancels.assertUntouched(id, "Registering");
        assertThat(cancels.cancel(id, cancels.code(id)).status()).isEqualTo(202);
    }

    private double counted(String outcome) {
        return metrics.counter("payonce_cancels", "outcome", outcome).count();
    }

    @Test
    void expiredCodeIsRefusedRightOrWrongAndANewOneWorks() {
        var code = cancels.code(id);
        STACK.execute("UPDATE payonce.cancel_codes SET expires_at = now() - interval '1 millisecond'");

        assertRefused(cancels.cancel(id, code), 403, "cancel_code_expired");
        assertRefused(cancels.cancel(id, not(code)), 403, "cancel_code_expired");
        assertThat(cancels.triesLeft(id)).isEqualTo(5);
        cancels.assertUntouched(id, "Registering");
        assertThat(cancels.cancel(id, cancels.code(id)).status()).isEqualTo(202);
    }

    @Test
    void withoutACodeNothingIsRight() {
        assertRefused(cancels.cancel(id, "000000"), 403, "cancel_code_invalid");
        cancels.assertUntouched(id, "Registering");
    }

    /** C13 (c). */
    @Test
    void codeOfOnePaymentDoesNotCancelAnother() {
        var other = cancels.open("o-2");
        var code = cancels.code(id);

        assertRefused(cancels.cancel(other, code), 403, "cancel_code_invalid");
        var othersOwn = cancels.code(other);
        if (!othersOwn.equals(code)) {
            assertRefused(cancels.cancel(other, code), 403, "cancel_code_invalid");
            assertThat(cancels.triesLeft(other)).isEqualTo(4);
        }
        cancels.assertUntouched(other, "Registering");
        assertThat(cancels.triesLeft(id)).isEqualTo(5);
        assertThat(cancels.cancel(id, code).status()).isEqualTo(202);
        assertThat(cancels.reverses(other)).isZero();
    }

    @Test
    void codeStolenIntoAnotherRowOrAmountIsWorthless() {
        var other = cancels.open("o-2");
        var code = cancels.code(id);
        cancels.code(other);
        STACK.execute("UPDATE payonce.cancel_codes SET code_hash ="
                + " (SELECT code_hash FROM payonce.cancel_codes WHERE payment_id = '" + id + "')");
        STACK.execute("UPDATE payonce.payment_sessions SET amount_minor = 1501 WHERE id = '" + id + "'");

        assertRefused(cancels.cancel(other, code), 403, "cancel_code_invalid");
        assertRefused(cancels.cancel(id, code), 403, "cancel_code_invalid");
    }

    @Test
    void unknownPaymentIsNotFound() {
        for (var none : new String[] {"019376a0-0000-7000-8000-000000000000", "none", "%00"}) {
            assertThat(cancels.cancel(none, "123456").status()).as(none).isIn(400, 404);
            assertThat(cancels.issue(none).status()).as(none).isIn(400, 404);
        }
        assertRefused(cancels.cancel("019376a0-0000-7000-8000-000000000000", "123456"), 404, "payment_not_found");
        assertRefused(cancels.issue("019376a0-0000-7000-8000-000000000000"), 404, "payment_not_found");
    }

    @Test
    void waitingCancelIsAnsweredWhenThePaymentIsCanceled() throws Exception {
        await().atMost(Duration.ofSeconds(30)).until(wakeups::areHeard);
        var code = cancels.code(id);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = threads.submit(() -> cancels.cancel(id, code, "Prefer", "wait=15"));
            await().until(() -> cancels.status(id).equals("Canceling"));
            cancels.become(id, "Canceled");
            STACK.execute("INSERT INTO payonce.outbox (id, topic, message_key, type, payload, sequence) VALUES"
                    + " (gen_random_uuid(), 'payonce.payment-events', 'o-1', 'payment.canceled', '" + canceledEvent()
                    + "', 3)");

            var answer = waiting.get(14, TimeUnit.SECONDS);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text("status")).isEqualTo("canceled");
        }
    }

    @Test
    void waitThatEndsWithoutNewsAnswers202() {
        assertThat(cancels.cancel(id, cancels.code(id), "Prefer", "wait=1").status())
                .isEqualTo(202);
    }

    private String canceledEvent() {
        return """
                {"event_id": "%1$s", "type": "payment.canceled", "payment_id": "%1$s", "order_id": "o-1",
                 "sequence": 3, "occurred_at": "2026-12-01T10:00:00Z", "data": {"status": "canceled",
                 "amount": 1500, "currency": "EUR", "provider": "sandbox", "metadata": {}}}""".formatted(id);
    }
}
