package io.payonce.reconciler.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.reconciler.ReportBench;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.value.Ids;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.support.TransactionTemplate;

/** Every open session is asked about when it is due, once per turn, by whoever comes first; ended ones never. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "payonce.sweep-interval=1h",
            "payonce.sweep-metrics-interval=1h",
            "spring.kafka.listener.auto-startup=false"
        })
class SweepIT {
    private static final ReportBench BENCH = new ReportBench();

    @Autowired
    Sweep sweep;

    @Autowired
    SweepMetrics figures;

    @Autowired
    Sweep.Tables tables;

    @Autowired
    Ids ids;

    @Autowired
    TransactionTemplate transactions;

    @Autowired
    MeterRegistry metrics;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        BENCH.describe(properties);
    }

    @BeforeEach
    void nothingIsDue() {
        BENCH.jdbc()
                .sql("UPDATE payonce.payment_sessions SET checks = 0, next_check_at = now() + interval '1 day'"
                        + " WHERE next_check_at IS NOT NULL")
                .update();
    }

    @Test
    void dueSessionIsAskedAboutOncePerTurn() {
        var due = BENCH.stored();
        var later = BENCH.stored();
        makeDue(due);

        assertThat(sweep.runOnce()).isEqualTo(1);
        assertThat(sweep.runOnce()).isZero();

        assertThat(BENCH.events(due)).containsExactly("CheckRequested");
        assertThat(BENCH.events(later)).isEmpty();
    }

    @Test
    void gapsDoubleUpToAnHourAndNeverEnd() {
        var session = BENCH.stored();
        var gaps = IntStream.range(0, 40)
                .mapToObj(turn -> {
                    makeDue(session);
                    assertThat(sweep.runOnce()).isEqualTo(1);
                    return gapSeconds(session);
                })
                .toList();

        assertThat(gaps.subList(0, 8)).containsExactly(60L, 120L, 240L, 480L, 960L, 1920L, 3600L, 3600L);
        assertThat(gaps.getLast()).isEqualTo(3600L);
    }

    /** Of a cancellation the command may be lost, too: then asking alone would wait for ever. */
    @Test
    void cancellationIsRequestedAgainBesideTheQuestion() {
        var session = BENCH.stored();
        BENCH.jdbc()
                .sql("UPDATE payonce.payment_sessions SET status = 'Canceling', next_check_at = now() WHERE id = :id")
                .param("id", session.id().value())
                .update();

        assertThat(sweep.runOnce()).isEqualTo(1);

        assertThat(BENCH.events(session)).containsExactlyInAnyOrder("ReverseRequested", "CheckRequested");
    }

    @Test
    void endedSessionIsLeftAlone() {
        var session = BENCH.stored();
        BENCH.jdbc()
                .sql("UPDATE payonce.payment_sessions SET status = 'Canceled', next_check_at = NULL WHERE id = :id")
                .param("id", session.id().value())
                .update();

        assertThat(sweep.runOnce()).isZero();
    }

    /** Somebody wrote into the table by hand: that row waits for a person, every other goes on. */
    @Test
    void oneBadRowStopsNoOther() {
        var bad = BENCH.stored();
        var good = IntStream.range(0, 20).mapToObj(i -> BENCH.stored()).toList();
        BENCH.jdbc()
                .sql("UPDATE payonce.payment_sessions SET currency = 'QQQ' WHERE id = :id")
                .param("id", bad.id().value())
                .update();
        makeDue(bad);
        good.forEach(SweepIT::makeDue);
        var before = metrics.counter("payonce_sweep_unreadable").count();

        assertThat(sweep.runOnce()).isEqualTo(21);
        assertThat(sweep.runOnce()).isZero();

        assertThat(good).allSatisfy(session -> assertThat(BENCH.events(session)).containsExactly("CheckRequested"));
        assertThat(BENCH.events(bad)).isEmpty();
        assertThat(metrics.counter("payonce_sweep_unreadable").count()).isEqualTo(before + 1);
        BENCH.jdbc()
                .sql("UPDATE payonce.payment_sessions SET currency = 'EUR' WHERE id = :id")
                .param("id", bad.id().value())
                .update();
    }

    /** A process' clock that is wrong by a day moves no due time: the database's decides. */
    @Test
    void clockOfTheProcessDecidesNothing() {
        var due = BENCH.stored();
        var soon = BENCH.stored();
        makeDue(due);
        BENCH.jdbc()
                .sql("UPDATE payonce.payment_sessions SET next_check_at = now() + interval '5 minutes' WHERE id = :id")
                .param("id", soon.id().value())
                .update();
        for (var wrong : List.of(Duration.ofMinutes(-10), Duration.ofMinutes(10), Duration.ofDays(1))) {
            var skewed = new Sweep(tables, ids, Clock.offset(Clock.systemUTC(), wrong), Checkpoint.NONE, transactions);
            makeDue(due);

            assertThat(skewed.runOnce()).as("clock wrong by %s", wrong).isEqualTo(1);
        }
        assertThat(gapSeconds(due)).isBetween(239L, 240L);
        assertThat(BENCH.events(soon)).isEmpty();
    }

    @Test
    void figuresShowWhatWaitsAndWhatIsStuck() {
        var session = BENCH.stored();
        BENCH.jdbc()
                .sql("UPDATE payonce.payment_sessions SET next_check_at = now() - interval '90 seconds', checks = 50"
                        + " WHERE id = :id")
                .param("id", session.id().value())
                .update();

        figures.runOnce();

        assertThat(metrics.get("payonce_sweep_overdue_seconds").gauge().value()).isBetween(90.0, 180.0);
        assertThat(metrics.get("payonce_sweep_stuck_sessions").gauge().value()).isEqualTo(1);
    }

    @Test
    void manySweepsAtOnceShareTheWork() throws Exception {
        var sessions = IntStream.range(0, 500).mapToObj(i -> BENCH.stored()).toList();
        sessions.forEach(SweepIT::makeDue);
        var start = new CyclicBarrier(6);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Integer> run = () -> {
                start.await(20, TimeUnit.SECONDS);
                return sweep.runOnce();
            };
            var taken = threads.invokeAll(List.of(run, run, run, run, run, run)).stream()
                    .mapToInt(Future::resultNow)
                    .sum();
            assertThat(taken + sweep.runOnce() + sweep.runOnce() + sweep.runOnce())
                    .isEqualTo(500);
        }
        assertThat(sessions)
                .allSatisfy(session -> assertThat(BENCH.events(session)).hasSize(1));
    }

    private static void makeDue(PaymentSession session) {
        BENCH.jdbc()
                .sql("UPDATE payonce.payment_sessions SET next_check_at = now() - interval '1 second' WHERE id = :id")
                .param("id", session.id().value())
                .update();
    }

    private static long gapSeconds(PaymentSession session) {
        return BENCH.jdbc()
                .sql("SELECT round(extract(epoch FROM next_check_at - now()))::bigint FROM payonce.payment_sessions"
                        + " WHERE id = :id")
                .param("id", session.id().value())
                .query(Long.class)
                .single();
    }
}
