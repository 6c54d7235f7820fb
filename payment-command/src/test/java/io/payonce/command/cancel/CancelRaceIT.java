package io.payonce.command.cancel;

import static io.payonce.command.Api.order;
import static io.payonce.command.cancel.Cancels.assertRefused;
import static io.payonce.command.cancel.Cancels.not;
import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.command.Api;
import io.payonce.command.Api.Answer;
import io.payonce.command.TestStack;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Cancels at the same moment, cut short or kept waiting: one cancellation with one reverse, or nothing at all. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@Import(CancelRaceIT.Faults.class)
class CancelRaceIT {
    private static final TestStack STACK = new TestStack();
    private static final int PATIENCE_SECONDS = 30;

    @LocalServerPort
    int port;

    @Autowired
    Crash crash;

    private Cancels cancels = new Cancels(new Api(0), STACK);
    private String id = "";

    /** Fails at one point, as a process that dies there would. */
    static final class Crash implements Checkpoint {
        private final AtomicReference<@Nullable Point> next = new AtomicReference<>();

        void at(@Nullable Point point) {
            next.set(point);
        }

        @Override
        public void reach(Point point) {
            if (next.compareAndSet(point, null)) {
                throw new IllegalStateException("crash at " + point);
            }
        }
    }

    @TestConfiguration
    static class Faults {
        @Bean
        @org.springframework.context.annotation.Primary
        Crash crash() {
            return new Crash();
        }
    }

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

    @AfterEach
    void noCrash() {
        crash.at(null);
    }

    /** C13 (a). */
    @Test
    void fiftyCancelsWithOneCodeStartOneReverse() {
        var code = cancels.code(id);

        var answers = together(50, caller -> cancels.cancel(id, code));

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.text("status")).isEqualTo("canceling");
            assertThat(answer.json().path("version").intValue()).isEqualTo(2);
        });
        assertCanceledOnce();
    }

    /** C13 (b): the lock timeout of the role, 8 s, passes. */
    @Test
    void cancelThatCannotWriteItsEventConsumesNothing() throws SQLException {
        var code = cancels.code(id);

        Answer locked;
        try (var connection = STACK.connect()) {
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
                statement.execute("LOCK TABLE payonce.outbox IN ACCESS EXCLUSIVE MODE");
            }
            locked = cancels.cancel(id, code);
            connection.rollback();
        }

        assertRefused(locked, 503, "service_unavailable");
        assertThat(locked.header("Retry-After")).isNotEmpty();
        assertThat(cancels.triesLeft(id)).isEqualTo(5);
        cancels.assertUntouched(id, "Registering");
        assertThat(cancels.cancel(id, code).status()).isEqualTo(202);
        assertCanceledOnce();
    }

    @Test
    void lockedCodeTableIsA503ForCodesAndCancels() throws SQLException {
        var code = cancels.code(id);

        try (var connection = STACK.connect()) {
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
                statement.execute("LOCK TABLE payonce.cancel_codes IN ACCESS EXCLUSIVE MODE");
            }
            var answers = together(2, caller -> caller == 0 ? cancels.issue(id) : cancels.cancel(id, code));
            connection.rollback();
            assertThat(answers).allSatisfy(answer -> assertRefused(answer, 503, "service_unavailable"));
        }

        assertThat(cancels.cancel(id, code).status()).isEqualTo(202);
        assertCanceledOnce();
    }

    @Test
    void crashBeforeTheCommitLeavesTheCodeUsable() {
        var code = cancels.code(id);
        crash.at(Point.C2_ROWS_WRITTEN);

        assertThat(cancels.cancel(id, code).status()).isEqualTo(500);
        cancels.assertUntouched(id, "Registering");
        assertThat(cancels.cancel(id, code).status()).isEqualTo(202);
        assertCanceledOnce();
    }

    @Test
    void answerLostAfterTheCommitIsGivenAgain() {
        var code = cancels.code(id);
        crash.at(Point.C3_COMMITTED);

        assertThat(cancels.cancel(id, code).status()).isEqualTo(500);
        assertThat(cancels.cancel(id, code).status()).isEqualTo(202);
        assertCanceledOnce();
    }

    @Test
    void fiftyWrongCodesAtOnceAreFiveTries() {
        var code = cancels.code(id);

        var answers = together(50, caller -> cancels.cancel(id, not(code)));

        assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(403));
        assertThat(answers.stream().filter(answer -> answer.text("code").equals("cancel_code_invalid")))
                .hasSize(5);
        assertThat(answers.stream().filter(answer -> answer.text("code").equals("cancel_code_locked")))
                .hasSize(45);
        assertRefused(cancels.cancel(id, code), 403, "cancel_code_locked");
        cancels.assertUntouched(id, "Registering");
    }

    @Test
    void replacedCodeAndItsSuccessorAtOnceStartOneReverse() {
        for (var round = 0; round < 10; round++) {
            var payment = cancels.open("pair-" + round);
            var old = cancels.code(payment);
            var code = cancels.code(payment);

            var answers = together(2, caller -> cancels.cancel(payment, caller == 0 ? old : code));

            if (!old.equals(code)) {
                assertRefused(answers.getFirst(), 403, "cancel_code_invalid");
            }
            assertThat(answers.getLast().status()).isEqualTo(202);
            assertThat(cancels.reverses(payment)).isEqualTo(1);
        }
    }

    @Test
    void codeReplacedWhileItIsUsedWorksOrDoesNotAndNeverTwice() {
        for (var round = 0; round < 20; round++) {
            var payment = cancels.open("replace-" + round);
            var code = cancels.code(payment);

            var answers = together(2, caller -> caller == 0 ? cancels.cancel(payment, code) : cancels.issue(payment));
            var again = cancels.cancel(payment, code);

            assertThat(answers.getFirst().status()).isIn(202, 403);
            assertThat(answers.getLast().status()).isEqualTo(201);
            assertThat(again.status()).isEqualTo(answers.getFirst().status());
            assertThat(cancels.cancel(payment, answers.getLast().text("code")).status())
                    .isEqualTo(202);
            assertThat(cancels.reverses(payment)).isEqualTo(1);
        }
    }

    @Test
    void cancelAndCreateOfOneOrderAtOnceMeetOneSession() {
        for (var round = 0; round < 20; round++) {
            var orderId = "both-" + round;
            var payment = cancels.open(orderId);
            var code = cancels.code(payment);

            var answers = together(
                    8,
                    caller -> caller % 2 == 0
                            ? cancels.cancel(payment, code)
                            : cancels.api().create(order(orderId)));

            assertThat(answers).allSatisfy(answer -> {
                assertThat(answer.status()).isEqualTo(202);
                assertThat(answer.text("id")).isEqualTo(payment);
            });
            assertThat(cancels.reverses(payment)).isEqualTo(1);
        }
        assertThat(STACK.count("payment_sessions")).isEqualTo(21);
    }

    private void assertCanceledOnce() {
        assertThat(cancels.status(id)).isEqualTo("Canceling");
        assertThat(cancels.reverses(id)).isEqualTo(1);
        assertThat(STACK.query("SELECT operation_id FROM payonce.cancel_codes WHERE consumed_at IS NOT NULL"))
                .containsExactly(id);
    }

    private static List<Answer> together(int callers, IntFunction<Answer> call) {
        var start = new CyclicBarrier(callers);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, callers)
                    .mapToObj(caller -> (Callable<Answer>) () -> {
                        start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                        return call.apply(caller);
                    })
                    .toList();
            return threads.invokeAll(calls).stream().map(Future::resultNow).toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
