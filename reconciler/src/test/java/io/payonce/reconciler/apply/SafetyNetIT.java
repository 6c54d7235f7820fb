package io.payonce.reconciler.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.reconciler.ReportBench;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.ProviderState;
import io.payonce.testbed.servers.CutSql;
import java.sql.DriverManager;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * Two successes for one payment, each held between its look and its write. Every guard stops the second by itself, the
 * others being cut; with all of them cut the order is paid twice, so this race would notice.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE, properties = "payonce.late-sweep-interval=1h")
@Import(SafetyNetIT.Wiring.class)
class SafetyNetIT {
    private static final ReportBench BENCH = new ReportBench();
    private static final CutSql CUTS = new CutSql();
    private static final int PATIENCE_SECONDS = 30;

    @Autowired
    ApplyReport applyReport;

    @Autowired
    Meeting meeting;

    enum Guard {
        ROW_LOCKS,
        PROCESSED_EVENTS,
        GUARDED_SESSION_UPDATE,
        GUARDED_ORDER_UPDATE,
        UNIQUE_RECEIPT;

        void cut() {
            switch (this) {
                case ROW_LOCKS -> CUTS.cut("FOR NO KEY UPDATE\\s*$", "");
                case PROCESSED_EVENTS ->
                    CUTS.cut(
                            "(INTO payonce.processed_events .*)VALUES \\(\\?, \\?, \\?\\)",
                            "$1 SELECT gen_random_uuid(), s, e FROM (VALUES (?::uuid, ?::text, ?::uuid)) v (p, s, e)");
                case GUARDED_SESSION_UPDATE ->
                    CUTS.cut("AND status = \\?\\s+AND version = \\?", "AND ?::text <> '' AND ?::int > 0");
                case GUARDED_ORDER_UPDATE -> CUTS.cut("(SET status = 'Paid'.*)AND status = 'AwaitingPayment'", "$1");
                case UNIQUE_RECEIPT ->
                    execute("DROP INDEX payonce.ux_order_payment_receipt, payonce.one_late_entry_per_payment");
            }
        }
    }

    /** Holds transactions that have looked, until as many are there as are awaited, or for a second. */
    static final class Meeting implements Checkpoint {
        private volatile CyclicBarrier barrier = new CyclicBarrier(1);
        private volatile boolean met;

        void of(int parties) {
            met = false;
            barrier = new CyclicBarrier(parties);
        }

        @Override
        public void reach(Point point) {
            if (point != Point.X2_ROWS_LOCKED || barrier.getParties() == 1) {
                return;
            }
            try {
                barrier.await(1, TimeUnit.SECONDS);
                met = true;
            } catch (TimeoutException | BrokenBarrierException e) {
                // A lock kept the other one out: that is what the caller asserts.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @TestConfiguration
    static class Wiring {
        @Bean
        @Primary
        Meeting meeting() {
            return new Meeting();
        }

        @Bean
        static BeanPostProcessor cuts() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof DataSource whole ? CUTS.on(whole) : bean;
                }
            };
        }
    }

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        BENCH.describe(properties);
    }

    @AfterEach
    void mend() {
        meeting.of(1);
        CUTS.forget();
        execute("""
                DELETE FROM payonce.accounting_entries;
                CREATE UNIQUE INDEX IF NOT EXISTS ux_order_payment_receipt ON payonce.accounting_entries (order_id)
                    WHERE entry_type = 'PaymentReceived';
                CREATE UNIQUE INDEX IF NOT EXISTS one_late_entry_per_payment
                    ON payonce.accounting_entries (payment_id, entry_type)""");
    }

    @Test
    void wholeNetPaysOnce() throws Exception {
        BENCH.assertPaidOnce(raceWithout(EnumSet.noneOf(Guard.class)));
        assertThat(meeting.met).as("the lock kept the second out").isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void eachGuardAloneIsEnough(Guard guard) throws Exception {
        assertOneReceipt(raceWithout(EnumSet.complementOf(EnumSet.of(guard))));
    }

    @ParameterizedTest
    @EnumSource
    void noGuardIsTheOnlyOne(Guard guard) throws Exception {
        assertOneReceipt(raceWithout(EnumSet.of(guard)));
    }

    @Test
    void withoutAnyGuardTheOrderIsPaidTwice() throws Exception {
        var session = raceWithout(EnumSet.allOf(Guard.class));

        assertThat(meeting.met).isTrue();
        assertThat(BENCH.entries(session)).isEqualTo(2);
        assertThat(BENCH.events(session)).containsExactly("payment.completed", "payment.completed");
    }

    /** A cancellation locks the order, then the session. */
    @Test
    void orderIsLockedBeforeTheSessionSoThatNobodyDeadlocks() throws Exception {
        assertThat(deadlocksWithACancellation()).isFalse();
    }

    @Test
    void withoutTheOrdersLockTwoTransactionsDeadlock() throws Exception {
        CUTS.cut("(FROM payonce.orders\\s.*)FOR NO KEY UPDATE\\s*$", "$1");

        assertThat(deadlocksWithACancellation()).isTrue();
        CUTS.restore();
    }

    private PaymentSession raceWithout(Set<Guard> cut) throws InterruptedException {
        var session = BENCH.stored();
        cut.forEach(Guard::cut);
        meeting.of(2);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Applied> success = () -> paid(session);
            for (var racer : threads.invokeAll(List.of(success, success))) {
                assertThat(racer.state()).as("a racer may lose by an error").isNotEqualTo(Future.State.RUNNING);
            }
        } finally {
            CUTS.restore();
        }
        return session;
    }

    private static void assertOneReceipt(PaymentSession session) {
        assertThat(BENCH.entries(session)).isEqualTo(1);
        assertThat(BENCH.events(session)).containsExactly("payment.completed");
    }

    private boolean deadlocksWithACancellation() throws Exception {
        var session = BENCH.stored();
        meeting.of(2);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var cancellation = DriverManager.getConnection(BENCH.url(), "postgres", "");
                var statement = cancellation.createStatement()) {
            cancellation.setAutoCommit(false);
            statement.execute(lock("orders", session.orderId().value()));
            var success = threads.submit(() -> paid(session));
            meeting.reach(Point.X2_ROWS_LOCKED);
            var isLost = isDeadlock(() ->
                    statement.execute(lock("payment_sessions", session.id().toString())));
            cancellation.rollback();
            return isDeadlock(() -> success.get(PATIENCE_SECONDS, TimeUnit.SECONDS)) || isLost;
        }
    }

    private static String lock(String table, String id) {
        return "SELECT id FROM payonce.%s WHERE id = '%s' FOR NO KEY UPDATE".formatted(table, id);
    }

    private static boolean isDeadlock(Callable<?> step) {
        try {
            step.call();
            return false;
        } catch (Exception e) {
            assertThat(e).hasStackTraceContaining("deadlock detected");
            return true;
        }
    }

    private Applied paid(PaymentSession session) {
        Envelope envelope = BENCH.report(session, Source.CALLBACK, ProviderState.PAID, ReportBench.MONEY);
        return applyReport.apply(envelope, (ProviderReported) envelope.event());
    }

    private static void execute(String sql) {
        BENCH.jdbc().sql(sql).update();
    }
}
