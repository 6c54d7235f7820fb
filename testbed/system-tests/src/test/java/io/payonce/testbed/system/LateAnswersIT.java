package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payonce.testbed.local.Part;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers that come late, from a provider or from a worker that was believed dead, take nothing back. */
@Tag("long")
class LateAnswersIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final SystemStack stack = SystemStack.shared();
    private final Shop shop = stack.shop();
    private final SandboxControl sandbox = stack.sandbox();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void heal() {
        sandbox.clearFaults();
        sandbox.expiry(Duration.ofMinutes(30).toMillis(), true);
        stack.heal();
    }

    /** C20 (c): the time is over, but the provider says that the payment can still be paid; then it is. */
    @Test
    void paymentThatIsPayableBeyondItsTimeIsNotGivenUp() {
        sandbox.fault("""
                {"operation": "callback", "times": 1000, "fault": "never"}""");
        sandbox.expiry(1000, false);
        var id = registered("c20c-" + run);
        await().atMost(PATIENCE)
                .until(() ->
                        stack.is("SELECT expires_at < now() FROM payonce.payment_sessions WHERE id = '" + id + "'"));
        // The look that the expiry brought has been, and the provider said "pending".
        await().atMost(PATIENCE).until(() -> !sandbox.calls(id, "status").isEmpty());
        assertThat(shop.payment(id).text("status")).isEqualTo("registered");
        assertThat(shop.create(eur("c20c-" + run)).text("id")).isEqualTo(id);

        sandbox.pay(id);
        sweepNow(id);

        new Books(stack, List.of(id)).awaitAll("Completed").assertEachPaidOnce();
    }

    /** C22: of two answers the "pending" was asked first and arrives last; two reconcilers share the topic. */
    @Test
    void latePendingChangesNothing() {
        var id = registered("c22-" + run);
        sandbox.fault("""
                {"operation": "status", "times": 1, "fault": "delay", "delay_ms": 6000}""");
        sweepNow(id);
        await().atMost(PATIENCE).until(() -> leased(List.of(id), "check") == 1);
        await().atMost(PATIENCE).until(() -> !sandbox.calls(id, "status").isEmpty());

        sandbox.pay(id);
        var books = new Books(stack, List.of(id)).awaitAll("Completed");
        var openMeanwhile = leased(List.of(id), "check");
        await().atMost(PATIENCE).until(() -> leased(List.of(id), "check") == 0);

        assertThat(openMeanwhile).as("the late answer is still on its way").isEqualTo(1);
        await().during(Duration.ofSeconds(2))
                .atMost(PATIENCE)
                .until(() -> shop.payment(id).text("status").equals("completed"));
        books.assertEachPaidOnce();
    }

    /**
     * A worker is paused in the middle of its register calls, past its lease: another takes the operations over with
     * the same keys, and what the first one brings when it wakes up is refused by its epoch. A lease lasts 30 s, so
     * only with {@code -Dpayonce.long=true}; the worker's tests refuse the epoch in each build.
     */
    @Test
    void workerThatWasPausedPastItsLeaseIsRefused() {
        stack.stop("payment-worker-2");
        var lost = leasesLost();
        sandbox.fault("""
                {"operation": "register", "times": 5, "fault": "delay", "delay_ms": 6000}""");
        var payments = IntStream.range(0, 5)
                .mapToObj(i -> shop.create(eur("zombie-" + run + "-" + i)).text("id"))
                .toList();
        await().atMost(PATIENCE).until(() -> leased(payments, "register") == 5);
        stack.pause("payment-worker");
        try {
            sandbox.clearFaults();
            stack.up("payment-worker-2");
            new Books(stack, payments).awaitAll("Registered");
        } finally {
            stack.resume("payment-worker");
        }

        await().atMost(PATIENCE).until(() -> leasesLost() >= lost + 5);
        var books = new Books(stack, payments).awaitAll("Registered");
        books.assertEachRegisteredOnce();
        assertThat(books.count("payment_sessions", "id", "version = 2")).isEqualTo(5);
    }

    private long leased(List<String> payments, String kind) {
        return new Books(stack, payments)
                .count(
                        "provider_operations",
                        "session_id",
                        "state = 'Open' AND lease_until > now() AND kind = '" + kind + "'");
    }

    private double leasesLost() {
        return Http.metrics(stack.url(Part.PAYMENT_WORKER, 1), "payonce_leases_lost_total")
                .sum();
    }

    private void sweepNow(String payment) {
        stack.execute("UPDATE payonce.payment_sessions SET next_check_at = now() WHERE id = '" + payment + "'");
    }

    private String registered(String order) {
        var id = shop.create(eur(order)).text("id");
        new Books(stack, List.of(id)).awaitAll("Registered");
        return id;
    }
}
