package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Parts of the system stand still for a while; what was accepted meanwhile ends as if they never had. */
@Tag("long")
class StandstillIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration KAFKA_DOWN = Duration.ofMinutes(2);

    private final SystemStack stack = SystemStack.shared();
    private final Shop shop = stack.shop();
    private final SandboxControl sandbox = stack.sandbox();
    private final Cancels cancels = Cancels.of(stack);
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void heal() {
        sandbox.clearFaults();
        sandbox.autopay(false);
        stack.heal();
    }

    /** C26. */
    @Test
    void brokerIsAwayAndWhatWasAskedForMeanwhileIsDoneAfterwards() {
        sandbox.autopay(true);
        stack.kill("kafka");
        var down = System.nanoTime();

        var times = new ArrayList<Duration>();
        var payments = IntStream.range(0, 50)
                .mapToObj(i -> {
                    var began = System.nanoTime();
                    var created = shop.create(eur("c26-" + run + "-" + i));
                    times.add(Duration.ofNanos(System.nanoTime() - began));
                    assertThat(created.status()).isEqualTo(202);
                    return created.text("id");
                })
                .toList();
        var canceled = payments.subList(40, 50);
        canceled.forEach(id -> cancels.startCancel(id, cancels.code(id)));
        await().atMost(KAFKA_DOWN.plusSeconds(60)).until(() -> System.nanoTime() - down > KAFKA_DOWN.toNanos());
        assertThat(payments).allMatch(id -> sandbox.calls(id, "register").isEmpty());
        stack.up("kafka");

        new Books(stack, payments.subList(0, 40)).awaitAll("Completed").assertEachPaidOnce();
        assertNothingKept(canceled);
        System.out.printf(
                "Create without a broker: slowest of %d took %d ms%n",
                times.size(), times.stream().sorted().toList().getLast().toMillis());
    }

    /**
     * C18: ten sessions each are caught with the workers stopped after Create, with the workers killed during the
     * register call, with the reconcilers stopped when the outcome arrives, and with the workers stopped after Cancel;
     * the first thirty get paid.
     */
    @Test
    void sessionsCaughtByAStopAtEachPlaceAllEnd() {
        var outcome = created("c18c", 10);
        var canceled = created("c18d", 10);
        new Books(stack, outcome).awaitAll("Registered");
        new Books(stack, canceled).awaitAll("Registered");
        sandbox.fault("""
                {"operation": "register", "times": 10, "fault": "delay", "delay_ms": 20000}""");
        var register = created("c18b", 10);
        await().atMost(PATIENCE)
                .until(() -> register.stream()
                        .allMatch(id -> !sandbox.calls(id, "register").isEmpty()
                                || !sandbox.ledger(id).isEmpty()));
        stack.kill("payment-worker");
        stack.kill("payment-worker-2");
        sandbox.clearFaults();
        var create = created("c18a", 10);
        canceled.forEach(id -> cancels.startCancel(id, cancels.code(id)));
        stack.kill("reconciler");
        stack.kill("reconciler-2");
        outcome.forEach(sandbox::pay);
        sandbox.autopay(true);
        register.forEach(sandbox::pay);

        stack.heal();
        var began = System.nanoTime();
        register.forEach(sandbox::pay);
        var all = new ArrayList<>(outcome);
        all.addAll(register);
        all.addAll(create);
        var books = new Books(stack, all).awaitAll("Completed");

        System.out.printf("C18: all ended %d s after the start%n", (System.nanoTime() - began) / 1_000_000_000);
        books.assertEachPaidOnce();
        assertNothingKept(canceled);
    }

    private void assertNothingKept(List<String> canceled) {
        var books = new Books(stack, canceled).awaitAll("Canceled");
        assertThat(books.count("accounting_entries", "payment_id", "true")).isZero();
        assertThat(canceled).allSatisfy(id -> {
            assertThat(cancels.ledgerStatus(id)).isIn("absent", "reversed");
            assertThat(sandbox.calls(id, "reverse").size()).isLessThanOrEqualTo(1);
        });
    }

    private List<String> created(String prefix, int orders) {
        return IntStream.range(0, orders)
                .mapToObj(i -> shop.create(eur(prefix + "-" + run + "-" + i)).text("id"))
                .toList();
    }
}
