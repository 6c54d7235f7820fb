package io.payonce.command.create;

import static io.payonce.command.Api.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payonce.command.Api;
import io.payonce.command.TestStack;
import io.payonce.command.wait.Wakeups;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Every answer of POST /v1/payments, each with what it left in the database. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class CreatePaymentIT {
    private static final TestStack STACK = new TestStack();

    @LocalServerPort
    int port;

    @Autowired
    Wakeups wakeups;

    private Api api;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        STACK.describe(properties);
    }

    @BeforeEach
    void reset() {
        await().atMost(Duration.ofSeconds(30)).until(wakeups::areHeard);
        STACK.reset();
        api = new Api(port);
    }

    @Test
    void firstCreateOpensASession() {
        var answer = api.create(order("o-1"));

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.header("Location")).isEqualTo("/v1/payments/" + answer.text("id"));
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.text("status")).isEqualTo("registering");
        assertThat(answer.json().path("amount").longValue()).isEqualTo(1500);
        assertThat(answer.json().path("pay_url").isNull()).isTrue();
        assertThat(STACK.query("SELECT type FROM payonce.outbox")).containsExactly("RegisterRequested");
    }

    @Test
    void secondCreateReturnsTheSameSession() {
        var first = api.create(order("o-1"));
        var second = api.create(order("o-1"));

        assertThat(second.status()).isEqualTo(202);
        assertThat(second.text("id")).isEqualTo(first.text("id"));
        assertThat(STACK.count("payment_sessions")).isEqualTo(1);
        assertThat(STACK.count("outbox")).isEqualTo(1);
    }

    @Test
    void registeredSessionIsAnswered200() {
        var first = api.create(order("o-1"));
        registered(first.text("id"));

        var second = api.create(order("o-1"));

        assertThat(second.status()).isEqualTo(200);
        assertThat(second.text("pay_url")).isEqualTo("https://pay.example/1");
    }

    @Test
    void otherParametersMeetTheActiveSession() {
        var first = api.create(order("o-1"));

        for (var other : new String[] {order("o-1", 1501, "EUR"), order("o-1", 1500, "USD")}) {
            var answer = api.create(other);
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.text("code")).isEqualTo("order_has_active_payment");
            assertThat(answer.text("payment_id")).isEqualTo(first.text("id"));
            assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        }
        assertThat(STACK.count("payment_sessions")).isEqualTo(1);
    }

    @Test
    void paidOrderAnswersItsPaymentOrRefusesOtherParameters() {
        var first = api.create(order("o-1"));
        STACK.execute("UPDATE payonce.payment_sessions SET status = 'Completed', next_check_at = NULL");
        STACK.execute("UPDATE payonce.orders SET status = 'Paid'");

        var same = api.create(order("o-1"));
        var other = api.create(order("o-1", 1501, "EUR"));

        assertThat(same.status()).isEqualTo(200);
        assertThat(same.text("id")).isEqualTo(first.text("id"));
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.text("code")).isEqualTo("order_already_paid");
        assertThat(STACK.count("payment_sessions")).isEqualTo(1);
    }

    @Test
    void failedSessionMakesRoomForANewOneWithAnyAmount() {
        var first = api.create(order("o-1"));
        STACK.execute("UPDATE payonce.payment_sessions SET status = 'Failed', failure_code = 'payment_declined',"
                + " failure_message = 'no', next_check_at = NULL");

        var second = api.create(order("o-1", 1700, "EUR"));

        assertThat(second.status()).isEqualTo(202);
        assertThat(second.text("id")).isNotEqualTo(first.text("id"));
        assertThat(STACK.query("SELECT amount_minor FROM payonce.orders")).containsExactly("1700");
    }

    @Test
    void sameKeyAndBodyGetsTheFirstAnswerAgain() {
        var first = api.create(order("o-1"), "Idempotency-Key", "k1");
        registered(first.text("id"));

        var again = api.create(
                "{ \"currency\":\"EUR\",\n \"amount\":1500, \"order_id\":\"o-1\" }", "Idempotency-Key", "k1");

        assertThat(again.status()).isEqualTo(202);
        assertThat(again.http().body()).isEqualTo(first.http().body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
    }

    @Test
    void sameKeyWithAnotherBodyIsRefusedAndHasNoEffect() {
        api.create(order("o-1"), "Idempotency-Key", "k1");

        for (var other : new String[] {order("o-1", 1501, "EUR"), order("o-1", 1500, "USD"), order("o-2"), """
            {"order_id": "o-1", "amount": 1500, "currency": "EUR", "description": "x"}"""}) {
            var answer = api.create(other, "Idempotency-Key", "k1");
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.text("code")).isEqualTo("idempotency_key_reused");
        }
        assertThat(STACK.count("payment_sessions")).isEqualTo(1);
        assertThat(STACK.count("orders")).isEqualTo(1);
    }

    @Test
    void refusalDoesNotUseUpTheKey() {
        var bad = api.create(order("o-1", 0, "EUR"), "Idempotency-Key", "k1");
        api.create(order("o-9"));
        var conflict = api.create(order("o-9", 1, "EUR"), "Idempotency-Key", "k1");
        var good = api.create(order("o-1"), "Idempotency-Key", "k1");

        assertThat(bad.status()).isEqualTo(400);
        assertThat(conflict.status()).isEqualTo(409);
        assertThat(good.status()).isEqualTo(202);
    }

    @Test
    void twoClientsMayUseTheSameKey() {
        var first = api.create(order("o-1"), "Idempotency-Key", "k1");
        var second = api.create(order("o-2"), "Idempotency-Key", "k1", "X-Payonce-Client", "other");

        assertThat(second.status()).isEqualTo(202);
        assertThat(second.text("id")).isNotEqualTo(first.text("id"));
    }

    @Test
    void waitIsEndedByThePaymentsOwnEventAndItsAnswerIsKept() throws Exception {
        var began = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = threads.submit(
                    () -> api.create(order("o-1"), "Idempotency-Key", "k1", "Prefer", "respond-async, wait=15"));
            await().until(() -> STACK.count("payment_sessions") == 1);
            var early = api.create(order("o-1"), "Idempotency-Key", "k1");
            var id = STACK.query("SELECT id FROM payonce.payment_sessions").getFirst();
            registered(id);
            STACK.execute("INSERT INTO payonce.outbox (id, topic, message_key, type, payload, sequence) VALUES"
                    + " (gen_random_uuid(), 'payonce.payment-events', 'o-1', 'payment.registered', '"
                    + registeredEvent(id)
                    + "', 2)");

            var answer = waiting.get(20, TimeUnit.SECONDS);

            assertThat(early.text("code")).isEqualTo("idempotency_key_in_use");
            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.text("pay_url")).isEqualTo("https://pay.example/1");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(14));
            assertThat(api.create(order("o-1"), "Idempotency-Key", "k1").http().body())
                    .isEqualTo(answer.http().body());
        }
    }

    private static String registeredEvent(String id) {
        return """
                {"event_id": "%1$s", "type": "payment.registered", "payment_id": "%1$s", "order_id": "o-1",
                 "sequence": 2, "occurred_at": "2026-12-01T10:00:00Z", "data": {"status": "registered",
                 "amount": 1500, "currency": "EUR", "provider": "sandbox", "metadata": {}}}""".formatted(id);
    }

    @Test
    void waitThatEndsWithoutNewsAnswers202AndSettlesTheKey() {
        var first = api.create(order("o-1"), "Idempotency-Key", "k1", "Prefer", "wait=1");
        var again = api.create(order("o-1"), "Idempotency-Key", "k1", "Prefer", "wait=1");

        assertThat(first.status()).isEqualTo(202);
        assertThat(again.http().body()).isEqualTo(first.http().body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    }

    @Test
    void keyWhoseOwnerDiedWhileItWaitedIsAnsweredByTheNextRequest() {
        var first = api.create(order("o-1"), "Idempotency-Key", "k1");
        STACK.execute("UPDATE payonce.idempotency_keys SET status = 'Processing', response_status = NULL,"
                + " response_body = NULL, lease_until = now() + interval '1 minute'");

        var early = api.create(order("o-1"), "Idempotency-Key", "k1");
        STACK.execute("UPDATE payonce.idempotency_keys SET lease_until = now() - interval '1 second'");
        registered(first.text("id"));
        var late = api.create(order("o-1"), "Idempotency-Key", "k1");
        var replay = api.create(order("o-1"), "Idempotency-Key", "k1");

        assertThat(early.status()).isEqualTo(409);
        assertThat(early.text("code")).isEqualTo("idempotency_key_in_use");
        assertThat(early.header("Retry-After")).isNotEmpty();
        assertThat(late.status()).isEqualTo(201);
        assertThat(late.text("id")).isEqualTo(first.text("id"));
        assertThat(replay.http().body()).isEqualTo(late.http().body());
    }

    /** A lock that is not to be had in time is nobody's fault: 503, nothing kept, and the key stays good. */
    @Test
    void orderThatIsLockedForTooLongIsA503() throws Exception {
        try (var blocker = STACK.connect();
                var statement = blocker.createStatement()) {
            blocker.setAutoCommit(false);
            statement.execute("SELECT payonce.lock_order('o-1')");

            var blocked = api.create(order("o-1"), "Idempotency-Key", "k1");

            assertThat(blocked.status()).isEqualTo(503);
            assertThat(blocked.text("code")).isEqualTo("service_unavailable");
            assertThat(blocked.header("Retry-After")).isNotEmpty();
            blocker.rollback();
        }
        assertThat(STACK.count("payment_sessions")).isZero();
        assertThat(api.create(order("o-1"), "Idempotency-Key", "k1").status()).isEqualTo(202);
    }

    @Test
    void paymentAndOrderAreReadable() {
        var created = api.create("""
                {"order_id": "o-1", "amount": 80, "currency": "JPY", "return_url": "http://localhost:3000/back",
                 "description": "Tea ☕", "metadata": {"cart": "7"}}""");

        var payment = api.get("/v1/payments/" + created.text("id"));
        var order = api.get("/v1/orders/o-1");

        assertThat(payment.status()).isEqualTo(200);
        assertThat(payment.text("description")).isEqualTo("Tea ☕");
        assertThat(payment.json().path("metadata").path("cart").stringValue()).isEqualTo("7");
        assertThat(payment.text("created_at")).endsWith("Z");
        assertThat(order.text("status")).isEqualTo("awaiting_payment");
        assertThat(order.text("active_payment_id")).isEqualTo(created.text("id"));
        assertThat(order.json().path("payments").size()).isEqualTo(1);
    }

    @Test
    void unknownPaymentsAndOrdersAreNotFound() {
        for (var path : new String[] {
            "/v1/payments/019376a0-0000-7000-8000-000000000000",
            "/v1/payments/1-1-1-1-1",
            "/v1/payments/a%3Fx=1",
            "/v1/payments/%27%20OR%20%271%27=%271",
            "/v1/orders/none",
            "/v1/orders/%00",
            "/v1/nothing"
        }) {
            assertThat(api.get(path).status()).as(path).isIn(400, 404);
        }
    }

    private static void registered(String id) {
        STACK.execute("UPDATE payonce.payment_sessions SET status = 'Registered', version = 2,"
                + " provider_payment_id = 'p1', pay_url = 'https://pay.example/1' WHERE id = '" + id + "'");
    }
}
