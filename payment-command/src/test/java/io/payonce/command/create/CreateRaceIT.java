package io.payonce.command.create;

import static io.payonce.command.Api.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.command.Api;
import io.payonce.command.Api.Answer;
import io.payonce.command.TestStack;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
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

/** Clicks at the same moment open one session: held between look and write, with the lock and without it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@Import(CreateRaceIT.Held.class)
class CreateRaceIT {
    private static final TestStack STACK = new TestStack();
    private static final int PATIENCE_SECONDS = 30;

    @LocalServerPort
    int port;

    @Autowired
    Meeting meeting;

    private Api api;

    /** Where two Creates meet between their look and their write. */
    static final class Meeting implements Checkpoint {
        private volatile CyclicBarrier barrier = new CyclicBarrier(1);
        private final AtomicInteger met = new AtomicInteger();

        void of(int parties) {
            met.set(0);
            barrier = new CyclicBarrier(parties);
        }

        /** How many got here together; one that waits too long goes on alone. */
        int met() {
            return met.get();
        }

        @Override
        public void reach(Point point) {
            if (point != Point.C1_LOOKED || barrier.getParties() == 1) {
                return;
            }
            try {
                barrier.await(1, TimeUnit.SECONDS);
                met.incrementAndGet();
            } catch (TimeoutException | java.util.concurrent.BrokenBarrierException e) {
                // The lock kept the other one out: that is what the caller asserts.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @TestConfiguration
    static class Held {
        @Bean
        @org.springframework.context.annotation.Primary
        Meeting meeting() {
            return new Meeting();
        }
    }

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        STACK.describe(properties);
    }

    @BeforeEach
    void reset() {
        STACK.reset();
        api = new Api(port);
        lockOrders(true);
    }

    @AfterEach
    void letGo() {
        meeting.of(1);
        lockOrders(true);
    }

    @Test
    void withTheLockTheSecondLooksOnlyAfterTheFirstHasWritten() {
        meeting.of(2);

        var answers = together(2, racer -> api.create(order("race")));

        assertThat(meeting.met()).isZero();
        assertOneSession(answers);
    }

    @Test
    void withoutTheLockBothLookFirstAndTheTablesStopTheSecond() {
        lockOrders(false);
        meeting.of(2);

        var answers = together(2, racer -> api.create(order("race")));

        assertThat(meeting.met()).as("both were between look and write").isEqualTo(2);
        assertOneSession(answers);
    }

    @Test
    void fiftyClicksWithOneKeyGetOneAnswer() {
        var answers = together(50, racer -> api.create(order("clicks"), "Idempotency-Key", "one"));

        assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(202));
        assertThat(answers.stream().map(answer -> answer.http().body()).distinct())
                .hasSize(1);
        assertThat(answers.stream()
                        .filter(answer -> answer.header("Idempotent-Replayed").isEmpty()))
                .hasSize(1);
        assertOneSession(answers);
    }

    @Test
    void oneKeyForTwoOrdersAtOnceOpensOneOfThem() {
        meeting.of(2);

        var answers = together(2, racer -> api.create(order("order-" + racer), "Idempotency-Key", "shared"));

        assertThat(meeting.met()).isEqualTo(2);
        assertThat(answers.stream().map(Answer::status)).containsExactlyInAnyOrder(202, 422);
        assertThat(STACK.count("payment_sessions")).isEqualTo(1);
        assertThat(STACK.count("orders")).isEqualTo(1);
        assertThat(STACK.count("outbox")).isEqualTo(1);
    }

    @Test
    void twoHundredOrdersFiveClicksEachWithDifferentKeys() {
        var answers =
                together(1000, racer -> api.create(order("many-" + racer % 200), "Idempotency-Key", "key-" + racer));

        assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(202));
        assertThat(answers.stream().map(answer -> answer.text("id")).distinct()).hasSize(200);
        assertThat(STACK.count("payment_sessions")).isEqualTo(200);
        assertThat(STACK.query("SELECT count(*) FROM payonce.outbox GROUP BY message_key"))
                .hasSize(200)
                .containsOnly("1");
    }

    private static void assertOneSession(List<Answer> answers) {
        assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(202));
        assertThat(answers.stream().map(answer -> answer.text("id")).distinct()).hasSize(1);
        assertThat(STACK.query("SELECT id FROM payonce.payment_sessions WHERE status = 'Registering'"))
                .hasSize(1);
        assertThat(STACK.count("outbox")).isEqualTo(1);
    }

    /** The order's lock is a function, so that a test can take it away without a switch in the product. */
    private static void lockOrders(boolean locked) {
        STACK.execute("CREATE OR REPLACE FUNCTION payonce.lock_order(wanted text) RETURNS void LANGUAGE sql AS $$ "
                + (locked ? "SELECT pg_advisory_xact_lock(hashtextextended(wanted, 7402))" : "SELECT")
                + " $$");
    }

    private interface Click {
        Answer by(int racer);
    }

    private static List<Answer> together(int racers, Click click) {
        var start = new CyclicBarrier(racers);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var clicks = IntStream.range(0, racers)
                    .mapToObj(racer -> (Callable<Answer>) () -> {
                        start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                        return click.by(racer);
                    })
                    .toList();
            return threads.invokeAll(clicks).stream().map(CreateRaceIT::result).toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private static Answer result(Future<Answer> click) {
        return click.resultNow();
    }
}
