package io.payonce.testbed.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payonce.testbed.system.Http.Answer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cancel against success, against itself and against death: the money is taken once or given back, never both. */
@Tag("long")
class CancelRaceIT {
    private static final int ORDERS = Integer.getInteger("payonce.cancel.orders", 100);
    private static final int ORDERS_AT_ONCE = 25;
    private static final Duration REST_MAX = Duration.ofMinutes(2).plusMillis(100L * ORDERS);

    private final SystemStack stack = SystemStack.shared();
    private final Cancels cancels = Cancels.of(stack);
    private final SandboxControl sandbox = stack.sandbox();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    /** One order of a race. */
    private record Racer(String order, String id, String code) {}

    @AfterEach
    void heal() {
        sandbox.clearFaults();
        stack.heal();
    }

    /** C13 (a). */
    @Test
    void fiftyCancelsWithOneCodeAreOneReverse() {
        var order = "c13a-" + run;
        var id = cancels.registered(order);
        var code = cancels.code(id);

        var answers = Together.callers(50, caller -> cancels.cancel(id, code));

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isIn(200, 202);
            assertThat(answer.text("status")).isEqualTo(answer.status() == 200 ? "canceled" : "canceling");
        });
        cancels.awaitStatus(id, "canceled");
        cancels.assertCanceledOnce(order, id);
        assertThat(stack.count("SELECT count(*) FROM payonce.outbox WHERE type = 'ReverseRequested'"
                        + " AND message_key = '" + id + "'"))
                .isEqualTo(1);
    }

    /** C14 (b): each order is completed with its receipt, or canceled with the money back; nothing in between. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cancelAndSuccessInTheSameMillisecond(boolean capturedIsFinal) {
        if (capturedIsFinal) {
            sandbox.fault("""
                    {"operation": "reverse", "times": 10000, "fault": "refuse_captured"}""");
        }
        var deadlocks = deadlocks();
        var racers = racers("c14b-" + run + (capturedIsFinal ? "-captured-" : "-"));
        var answers = new ArrayList<Answer>();
        for (var from = 0; from < racers.size(); from += ORDERS_AT_ONCE) {
            answers.addAll(race(racers.subList(from, Math.min(racers.size(), from + ORDERS_AT_ONCE))));
        }

        await().atMost(REST_MAX).pollInterval(Duration.ofSeconds(1)).until(() -> open(racers) == 0);
        var outcomes = new TreeMap<String, Integer>();
        for (var i = 0; i < racers.size(); i++) {
            outcomes.merge(outcome(racers.get(i), answers.get(i)), 1, Integer::sum);
        }
        System.out.println("cancel against success, " + racers.size() + " orders, captured is final: " + capturedIsFinal
                + ": " + outcomes);
        assertThat(deadlocks()).isEqualTo(deadlocks);
    }

    @Test
    void killOfPaymentCommandRightAfterTheAnswerLosesNothing() {
        var order = "kill-command-" + run;
        var id = cancels.registered(order);
        var code = cancels.code(id);

        cancels.startCancel(id, code);
        stack.kill("payment-command");
        stack.kill("payment-command-2");
        stack.heal();

        cancels.awaitStatus(id, "canceled");
        assertCodeStartsNothingMore(order, id, code);
    }

    @Test
    void killOfTheWorkerAfterTheReverseWasSentLosesNothing() {
        var order = "kill-worker-" + run;
        var id = cancels.registered(order);
        var code = cancels.code(id);
        sandbox.fault("""
                {"operation": "callback", "order_id": "%s", "times": 1000, "fault": "never"}""".formatted(id));
        sandbox.fault("""
                {"operation": "reverse", "order_id": "%s", "times": 1, "fault": "hang"}""".formatted(id));

        cancels.startCancel(id, code);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> cancels.ledgerStatus(id).equals("reversed"));
        stack.kill("payment-worker");
        stack.kill("payment-worker-2");
        assertThat(cancels.status(id)).isEqualTo("canceling");
        stack.heal();

        cancels.awaitStatus(id, "canceled");
        assertThat(sandbox.calls(id, "reverse").size()).isGreaterThanOrEqualTo(2);
        assertCodeStartsNothingMore(order, id, code);
    }

    /** The answer has been read, and its record waits for a table that the test holds. */
    @Test
    void killOfTheWorkerAfterTheAnswerWasReadLosesNothing() throws SQLException {
        var order = "kill-read-" + run;
        var id = cancels.registered(order);
        var code = cancels.code(id);
        sandbox.fault("""
                {"operation": "callback", "order_id": "%s", "times": 1000, "fault": "never"}""".formatted(id));
        sandbox.fault("""
                {"operation": "reverse", "order_id": "%s", "times": 1, "fault": "delay", "delay_ms": 2000}
                """.formatted(id));

        cancels.startCancel(id, code);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> cancels.ledgerStatus(id).equals("reversed"));
        try (var holder = stack.connect();
                var statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("LOCK TABLE payonce.provider_operations IN EXCLUSIVE MODE");
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !sandbox.calls(id, "reverse").isEmpty() && stack.count("""
                            SELECT count(*)
                              FROM pg_stat_activity
                             WHERE wait_event_type = 'Lock'
                               AND query LIKE '%state = ''Done''%'""") > 0);
            stack.kill("payment-worker");
            stack.kill("payment-worker-2");
            holder.rollback();
        }
        stack.heal();

        cancels.awaitStatus(id, "canceled");
        assertCodeStartsNothingMore(order, id, code);
    }

    private void assertCodeStartsNothingMore(String order, String id, String code) {
        assertThat(cancels.cancel(id, code).status()).isEqualTo(200);
        cancels.assertCanceledOnce(order, id);
        assertThat(cancels.ledgerStatus(id)).isEqualTo("reversed");
        assertThat(stack.query("SELECT consumed_hash IS NOT NULL AND code_hash IS NULL FROM payonce.cancel_codes"
                        + " WHERE payment_id = '" + id + "'"))
                .containsExactly("t");
    }

    private List<Racer> racers(String prefix) {
        var ids = new ArrayList<String>();
        for (var from = 0; from < ORDERS; from += ORDERS_AT_ONCE) {
            var first = from;
            ids.addAll(Together.callers(
                    Math.min(ORDERS_AT_ONCE, ORDERS - from), caller -> cancels.open(prefix + (first + caller))));
        }
        var racers = new ArrayList<Racer>();
        for (var i = 0; i < ids.size(); i++) {
            cancels.awaitStatus(ids.get(i), "registered");
            racers.add(new Racer(prefix + i, ids.get(i), cancels.code(ids.get(i))));
        }
        return racers;
    }

    /** Cancels and payers of these orders start together; what the Cancels were answered. */
    private List<Answer> race(List<Racer> racers) {
        var all = Together.callers(2 * racers.size(), caller -> {
            var racer = racers.get(caller / 2);
            return caller % 2 == 0 ? cancels.cancel(racer.id(), racer.code()) : sandbox.pay(racer.id());
        });
        return IntStream.range(0, racers.size())
                .mapToObj(racer -> all.get(2 * racer))
                .toList();
    }

    private String outcome(Racer racer, Answer answer) {
        var status = cancels.status(racer.id());
        if (status.equals("canceled")) {
            assertThat(answer.status()).isIn(200, 202);
            cancels.assertCanceledOnce(racer.order(), racer.id());
            return "canceled";
        }
        assertThat(status).as(racer.id()).isEqualTo("completed");
        assertThat(answer.status()).isIn(202, 409);
        assertThat(cancels.receipts(racer.order())).isEqualTo(1);
        assertThat(cancels.events(racer.order(), racer.id(), "payment.completed"))
                .isEqualTo(1);
        assertThat(cancels.ledgerStatus(racer.id())).isEqualTo("paid");
        return answer.status() == 409 ? "completed, cancel answered 409" : "completed, reverse refused";
    }

    private long open(List<Racer> racers) {
        return stack.count("SELECT count(*) FROM payonce.payment_sessions WHERE next_check_at IS NOT NULL AND id IN ('"
                + String.join("','", racers.stream().map(Racer::id).toList()) + "')");
    }

    private long deadlocks() {
        return stack.count("SELECT deadlocks FROM pg_stat_database WHERE datname = 'payonce'");
    }
}
