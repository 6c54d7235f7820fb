package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * C33: reconcilers and workers die again and again while payments are made and paid; every effect is there once. {@code
 * -Dpayonce.kills=N} says how often.
 */
@Tag("long")
class KillLoopIT {
    private static final int KILLS = Integer.getInteger("payonce.kills", 10);
    private static final int PAYMENTS = 6 * KILLS;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final List<String> VICTIMS =
            List.of("reconciler", "payment-worker", "reconciler-2", "payment-worker-2");

    private final SystemStack stack = SystemStack.shared();
    private final Shop shop = stack.shop();
    private final SandboxControl sandbox = stack.sandbox();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void heal() {
        stack.heal();
    }

    @Test
    void everyEffectIsThereOnceHoweverOftenTheyDie() {
        var orders = IntStream.range(0, PAYMENTS)
                .mapToObj(i -> "kill-" + run + "-" + i)
                .toList();
        var payments =
                orders.stream().map(order -> shop.create(eur(order)).text("id")).toList();
        var paid = new AtomicInteger();
        try (var payer = Executors.newSingleThreadExecutor()) {
            payer.execute(() -> payments.forEach(id -> {
                await().atMost(PATIENCE).until(() -> sandbox.pay(id).isSuccess());
                paid.incrementAndGet();
            }));
            killAll(new Random(33));
        }
        stack.heal();

        assertThat(paid).hasValue(PAYMENTS);
        var books = new Books(stack, payments).awaitAll("Completed");
        books.assertEachPaidOnce();
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(orders).allMatch(order -> sandbox.notifications(order, "payment.completed") == 1));
        assertThat(books.count("late_payments", "payment_id", "true")).isZero();
        assertThat(books.count("incidents", "payment_id", "true")).isZero();
        assertThat(sandbox.ledger().stream()
                        .filter(payment ->
                                payments.contains(payment.path("order_id").stringValue("")))
                        .map(payment -> payment.path("status").stringValue("")))
                .hasSize(PAYMENTS)
                .containsOnly("paid");
    }

    /** Each dies at a random moment after it is ready, while its twin may still be starting. */
    private void killAll(Random random) {
        for (var kill = 0; kill < KILLS; kill++) {
            var victim = VICTIMS.get(kill % VICTIMS.size());
            var moment =
                    System.nanoTime() + Duration.ofMillis(random.nextInt(300)).toNanos();
            await().pollInterval(Duration.ofMillis(10)).until(() -> System.nanoTime() >= moment);
            stack.kill(victim);
            if (kill % 2 == 1) {
                stack.heal();
            }
        }
    }
}
