package io.payonce.reconciler.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payonce.reconciler.ReportBench;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The sweep's query costs what is due, not what is open. {@code -Dpayonce.sweep.sessions=10000,100000} measures it: a
 * thousand sessions become due each second while fifty new ones are opened, and the rate and the query's cost are
 * printed.
 */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "payonce.sweep-interval=1h",
            "payonce.sweep-metrics-interval=1h",
            "spring.kafka.listener.auto-startup=false"
        })
class SweepScaleIT {
    private static final ReportBench BENCH = new ReportBench();
    private static final int DUE_PER_SECOND = 1000;
    private static final int NEW_PER_SECOND = 50;
    private static final int SECONDS = 10;

    @Autowired
    Sweep sweep;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        BENCH.describe(properties);
    }

    /** The server counts the use of the index by the query itself; the plan is that of its inner part. */
    @Test
    void lookReadsTheIndexOfDueSessionsAndNothingElse() {
        open(10_000);
        due(300);
        var looks = indexScans();

        assertThat(sweep.runOnce()).isEqualTo(200);
        assertThat(sweep.runOnce()).isEqualTo(100);

        await().atMost(Duration.ofSeconds(60)).until(() -> indexScans() >= looks + 2);
        assertThat(plan()).noneMatch(line -> line.contains("Seq Scan"));
    }

    @Test
    @EnabledIfSystemProperty(named = "payonce.sweep.sessions", matches = "[0-9,]+")
    void thousandDueEachSecond() {
        for (var sessions : System.getProperty("payonce.sweep.sessions").split(",")) {
            open(Integer.parseInt(sessions));
            var slowest = 0L;
            var busy = 0L;
            var asked = 0;
            var opened = new AtomicInteger();
            try (var customers = Executors.newScheduledThreadPool(1)) {
                var load = customers.scheduleAtFixedRate(
                        () -> {
                            BENCH.stored();
                            opened.incrementAndGet();
                        },
                        0,
                        1_000_000 / NEW_PER_SECOND,
                        TimeUnit.MICROSECONDS);
                for (var second = 0; second < SECONDS; second++) {
                    due(DUE_PER_SECOND);
                    var began = System.nanoTime();
                    for (var taken = sweep.runOnce(); taken > 0; taken = sweep.runOnce()) {
                        asked += taken;
                    }
                    var time = System.nanoTime() - began;
                    busy += time;
                    slowest = Math.max(slowest, time);
                    await().pollInterval(Duration.ofMillis(10))
                            .until(() -> System.nanoTime() - began >= 1_000_000_000L);
                }
                load.cancel(false);
            }
            assertThat(opened).hasPositiveValue();
            System.out.printf(
                    "sweep of %s open: %d asked in %.2f s, %.0f per second; slowest 1000: %d ms; %d opened beside%n",
                    sessions, asked, busy / 1e9, asked / (busy / 1e9), slowest / 1_000_000, opened.get());
            due(DUE_PER_SECOND);
            plan().forEach(System.out::println);
            assertThat(asked).isEqualTo(SECONDS * DUE_PER_SECOND);
            assertThat(busy / SECONDS)
                    .as("a second's worth takes less than a second")
                    .isLessThan(1_000_000_000L);
        }
    }

    private static List<String> plan() {
        return BENCH.jdbc().sql("""
                        EXPLAIN (ANALYZE, BUFFERS, SUMMARY)
                          SELECT id
                            FROM payonce.payment_sessions
                           WHERE next_check_at <= now()
                             AND status IN ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling')
                        ORDER BY next_check_at
                           LIMIT 200
                             FOR NO KEY UPDATE SKIP LOCKED
                        """).query(String.class).list();
    }

    /** So many open sessions in all, the next look at each of them some time in the next hour. */
    private static void open(int sessions) {
        BENCH.jdbc().sql("""
                WITH missing AS (
                      SELECT gen_random_uuid() AS id
                        FROM generate_series(1, :sessions - (SELECT count(*) FROM payonce.payment_sessions)) AS n),
                     ordered AS (
                      INSERT INTO payonce.orders (id, amount_minor, currency, status, active_payment_id)
                           SELECT 'o-' || id, 1500, 'EUR', 'AwaitingPayment', id FROM missing
                        RETURNING id, active_payment_id)
                INSERT INTO payonce.payment_sessions
                       (id, order_id, amount_minor, currency, status, provider, version, next_check_at)
                     SELECT active_payment_id, id, 1500, 'EUR', 'Registering', 'sandbox', 1, now() FROM ordered
                """).param("sessions", sessions).update();
        BENCH.jdbc()
                .sql("UPDATE payonce.payment_sessions SET next_check_at = now() + (0.5 + random()) * interval '1 hour'")
                .update();
        BENCH.jdbc().sql("VACUUM ANALYZE payonce.payment_sessions").update();
    }

    private static void due(int sessions) {
        BENCH.jdbc().sql("""
                UPDATE payonce.payment_sessions
                   SET next_check_at = now() - random() * interval '1 second'
                 WHERE id IN (SELECT id
                                FROM payonce.payment_sessions
                            ORDER BY next_check_at
                               LIMIT :sessions)
                """).param("sessions", sessions).update();
    }

    private static long indexScans() {
        return BENCH.jdbc()
                .sql("SELECT idx_scan FROM pg_stat_user_indexes WHERE schemaname = 'payonce'"
                        + " AND indexrelname = 'sessions_due_for_a_check'")
                .query(Long.class)
                .single();
    }
}
