package io.payonce.testbed.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payonce.testbed.system.Http.Answer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Cancel against each of its rivals, in both orders: the test holds the order's row until the first of the two waits
 * for it, then lets the second queue behind, then lets go. Either order of effects ends in one of the allowed ways.
 */
class HeldRacesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The services give up a lock after 8 s. */
    private static final Duration QUEUE_TIME_MAX = Duration.ofSeconds(7);

    private static final Executor THREADS = Thread::startVirtualThread;

    private final SystemStack stack = SystemStack.shared();
    private final Cancels cancels = Cancels.of(stack);
    private final SandboxControl sandbox = stack.sandbox();
    private final String order = "held-" + UUID.randomUUID();

    /** What happens to a payment while it is being cancelled. */
    enum Rival {
        SUCCESS_CALLBACK,
        REGISTER_ANSWER,
        CHECK,
        SWEEP,
        CREATE,
        CANCEL_WITH_THE_SAME_CODE,
        CANCEL_WITH_A_REPLACED_CODE;

        /** It brings money, which wins if it comes first. */
        boolean pays() {
            return this == SUCCESS_CALLBACK || this == CHECK || this == SWEEP;
        }
    }

    static Stream<Arguments> bothOrdersOfEach() {
        return Stream.of(Rival.values())
                .flatMap(rival -> Stream.of(Arguments.of(rival, true), Arguments.of(rival, false)));
    }

    @AfterEach
    void heal() {
        sandbox.clearFaults();
        stack.heal();
    }

    @ParameterizedTest
    @MethodSource("bothOrdersOfEach")
    void endsInOneOfTheTwoAllowedWays(Rival rival, boolean cancelFirst) throws SQLException {
        var id = opened(rival);
        var replaced = cancels.code(id);
        var code = cancels.code(id);
        prepare(rival, id);

        var cancel = new ArrayList<CompletableFuture<Answer>>();
        var other = new ArrayList<CompletableFuture<Answer>>();
        Runnable cancelStarts = () -> cancel.add(later(() -> cancels.cancel(id, code)));
        Runnable rivalStarts = () -> other.add(later(() -> start(rival, id, code, replaced)));
        queue(cancelFirst ? List.of(cancelStarts, rivalStarts) : List.of(rivalStarts, cancelStarts));
        var answer = cancel.getFirst().join();
        var rivalAnswer = other.getFirst().join();

        if (rival.pays() && !cancelFirst) {
            Cancels.assertRefused(answer, 409, "payment_completed");
            new Books(stack, List.of(id)).awaitAll("Completed").assertEachPaidOnce();
            assertThat(cancels.ledgerStatus(id)).isEqualTo("paid");
        } else {
            assertThat(answer.status()).as(answer.body()).isIn(200, 202);
            cancels.awaitStatus(id, "canceled");
            cancels.assertCanceledOnce(order, id);
        }
        assertRivalAnswer(rival, rivalAnswer, id);
        assertThat(stack.count("SELECT count(*) FROM payonce.payment_sessions WHERE order_id = '" + order + "'"))
                .isEqualTo(1);
    }

    private String opened(Rival rival) {
        if (rival == Rival.REGISTER_ANSWER) {
            sandbox.fault("""
                    {"operation": "register", "times": 1, "fault": "delay", "delay_ms": 2500}""");
            return cancels.open(order);
        }
        return cancels.registered(order);
    }

    private void prepare(Rival rival, String id) {
        if (rival == Rival.CHECK || rival == Rival.SWEEP) {
            sandbox.fault("""
                    {"operation": "callback", "order_id": "%s", "times": 1000, "fault": "never"}""".formatted(id));
            sandbox.pay(id);
        }
        if (rival == Rival.REGISTER_ANSWER) {
            await().atMost(PATIENCE).until(() -> !sandbox.ledger(id).isEmpty());
        }
    }

    private Answer start(Rival rival, String id, String code, String replaced) {
        return switch (rival) {
            case SUCCESS_CALLBACK -> sandbox.pay(id);
            case REGISTER_ANSWER -> cancels.shop().payment(id);
            case CHECK -> cancels.shop().send("POST", "/v1/payments/" + id + "/check", null);
            case SWEEP -> swept(id);
            case CREATE -> cancels.shop().create(Shop.eur(order));
            case CANCEL_WITH_THE_SAME_CODE -> cancels.cancel(id, code);
            case CANCEL_WITH_A_REPLACED_CODE -> cancels.cancel(id, replaced);
        };
    }

    private Answer swept(String id) {
        stack.execute("UPDATE payonce.payment_sessions SET next_check_at = now() WHERE id = '" + id + "'");
        return cancels.shop().payment(id);
    }

    private static void assertRivalAnswer(Rival rival, Answer answer, String id) {
        switch (rival) {
            case CREATE -> {
                assertThat(answer.status()).as(answer.body()).isIn(200, 202);
                assertThat(answer.text("id")).isEqualTo(id);
            }
            case CANCEL_WITH_THE_SAME_CODE -> assertThat(answer.status()).isIn(200, 202);
            case CANCEL_WITH_A_REPLACED_CODE -> Cancels.assertRefused(answer, 403, "cancel_code_invalid");
            case SUCCESS_CALLBACK, REGISTER_ANSWER, CHECK, SWEEP ->
                assertThat(answer.isSuccess()).isTrue();
        }
    }

    private static CompletableFuture<Answer> later(Supplier<Answer> call) {
        return CompletableFuture.supplyAsync(call, THREADS);
    }

    /** Each starts when the one before it waits for a lock; then the row is let go. */
    private void queue(List<Runnable> starts) throws SQLException {
        try (var holder = stack.connect();
                var statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("SELECT id FROM payonce.orders WHERE id = '" + order + "' FOR NO KEY UPDATE");
            for (var i = 0; i < starts.size(); i++) {
                starts.get(i).run();
                awaitWaiting(holder, i + 1);
            }
            holder.rollback();
        }
    }

    private void awaitWaiting(Connection holder, int number) throws SQLException {
        var waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = 'payonce'";
        await().atMost(QUEUE_TIME_MAX).pollInterval(Duration.ofMillis(20)).until(() -> stack.count(waiting) >= number);
        assertThat(holder.isClosed()).isFalse();
    }
}
