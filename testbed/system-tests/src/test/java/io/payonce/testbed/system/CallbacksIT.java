package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callbacks as providers send them: many, again and again, at the worst moment, about nobody, about other money. */
class CallbacksIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SystemStack stack = SystemStack.shared();
    private final Shop shop = stack.shop();
    private final SandboxControl sandbox = stack.sandbox();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void heal() {
        sandbox.clearFaults();
        stack.heal();
    }

    /** C11: thirty at once while the sweep asks about the same payment. */
    @Test
    void thirtySuccessesAtOnceBesideTheSweepPayOnce() {
        var order = "c11-" + run;
        var id = registered(order);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> sandbox.pay(id));
            threads.execute(() ->
                    stack.execute("UPDATE payonce.payment_sessions SET next_check_at = now() WHERE id = '" + id + "'"));
            var statuses = sandbox.callbacks("""
                    {"order_id": "%s", "status": "paid", "repeat": 30, "parallel": true, "signature": "valid"}
                    """.formatted(id));
            assertThat(statuses).isEqualTo(Collections.nCopies(30, 200));
        }

        new Books(stack, List.of(id)).awaitAll("Completed").assertEachPaidOnce();
        await().atMost(PATIENCE).until(() -> sandbox.notifications(order, "payment.completed") == 1);
    }

    /** C07 (b). */
    @Test
    void successForNobodyIsAnsweredAndParked() {
        var stranger = UUID.randomUUID().toString();
        var before = stack.count("SELECT count(*) FROM payonce.payment_sessions");

        for (var i = 0; i < 20; i++) {
            sandbox.callback(stranger, "paid");
        }

        await().atMost(PATIENCE)
                .until(() -> stack.query("SELECT times FROM payonce.incidents WHERE kind = 'UNMATCHED_REPORT'"
                                + " AND payment_id = '" + stranger + "'")
                        .equals(List.of("20")));
        assertThat(stack.count("SELECT count(*) FROM payonce.payment_sessions")).isEqualTo(before);
        assertThat(stack.count("SELECT count(*) FROM payonce.accounting_entries WHERE payment_id = '" + stranger + "'"))
                .isZero();
    }

    /** C41, for an order over 100.00 EUR. */
    @Test
    void otherMoneyNeverPaysAndTheRightOneStillDoes() {
        var order = "c41-" + run;
        var id = shop.create(Shop.order(order, 10_000, "EUR")).text("id");
        new Books(stack, List.of(id)).awaitAll("Registered");

        for (var money : List.of(
                "\"amount\": \"99.99\"",
                "\"amount\": \"100.01\"",
                "\"payment_currency\": \"USD\"",
                "\"amount\": null",
                "\"payment_currency\": null")) {
            assertThat(paid(id, money)).as(money).isEqualTo(List.of(200));
        }
        await().atMost(PATIENCE).until(() -> incidents(id) >= 4);
        assertThat(shop.payment(id).text("status")).isEqualTo("registered");

        assertThat(paid(id, "\"amount\": \"100\"")).isEqualTo(List.of(200));
        var books = new Books(stack, List.of(id)).awaitAll("Completed");
        assertThat(paid(id, "\"amount\": \"100.000\"")).isEqualTo(List.of(200));
        assertThat(books.count("accounting_entries", "payment_id", "amount_minor = 10000 AND currency = 'EUR'"))
                .isEqualTo(1);
    }

    /** Nothing is lost while no callback can be made durable: the provider is told so, and comes again. */
    @Test
    void withoutKafkaACallbackIsNotAcceptedAndComesAgain() {
        var orders = IntStream.range(0, 10).mapToObj(i -> "cb-" + run + "-" + i).toList();
        var payments =
                orders.stream().map(order -> shop.create(eur(order)).text("id")).toList();
        var books = new Books(stack, payments).awaitAll("Registered");
        stack.kill("kafka");

        var statuses = paid(payments.getFirst(), "\"repeat\": 1");
        payments.forEach(sandbox::pay);
        assertThat(statuses).isEqualTo(List.of(503));
        assertThat(books.count("payment_sessions", "id", "status = 'Registered'"))
                .isEqualTo(payments.size());
        stack.up("kafka");

        books.awaitAll("Completed").assertEachPaidOnce();
        for (var order : orders) {
            await().atMost(PATIENCE).until(() -> sandbox.notifications(order, "payment.completed") == 1);
        }
    }

    private List<Integer> paid(String id, String more) {
        return sandbox.callbacks("""
                {"order_id": "%s", "status": "paid", %s, "signature": "valid"}""".formatted(id, more));
    }

    private long incidents(String id) {
        return stack.count(
                "SELECT count(*) FROM payonce.incidents WHERE kind = 'AMOUNT_MISMATCH' AND payment_id = '" + id + "'");
    }

    private String registered(String order) {
        var id = shop.create(eur(order)).text("id");
        new Books(stack, List.of(id)).awaitAll("Registered");
        return id;
    }
}
