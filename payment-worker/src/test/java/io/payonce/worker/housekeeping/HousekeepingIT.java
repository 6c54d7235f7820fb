package io.payonce.worker.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.payonce.schema.store.HousekeepingTurn;
import io.payonce.worker.WorkerDatabase;
import io.payonce.worker.store.StoresOfTests;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is over and old goes, with the worker's own role; what a session could still need stays. */
class HousekeepingIT {
    private static final HousekeepingProperties PROPERTIES = new HousekeepingProperties(
            Duration.ofMinutes(10), Duration.ofDays(1), Duration.ofDays(90), Duration.ofDays(90));

    private static final WorkerDatabase database = new WorkerDatabase();

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final Housekeeping housekeeping = new Housekeeping(
            new Housekeeping.Tables(
                    new HousekeepingTurn(database.jdbc()),
                    StoresOfTests.ended(database.jdbc()),
                    StoresOfTests.calls(database.jdbc())),
            PROPERTIES,
            database.transactions(),
            metrics);

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        execute("TRUNCATE payonce.provider_operations, payonce.provider_calls, payonce.payment_sessions,"
                + " payonce.orders, payonce.processed_events CASCADE");
    }

    @Test
    void finishedChecksGoAfterADayAndOthersStay() {
        operations("check", "Done", 2_500, "25 hours");
        operations("check", "Done", 3, "23 hours");
        operations("check", "Open", 2, "10 days");

        housekeeping.runOnce();

        assertThat(database.count("provider_operations WHERE state = 'Done'")).isEqualTo(3);
        assertThat(database.count("provider_operations WHERE state = 'Open'")).isEqualTo(2);
        assertThat(deleted("provider_operations")).isEqualTo(2_500);
    }

    @Test
    void registrationsAndReversesGoNinetyDaysAfterTheirEnd() {
        for (var kind : new String[] {"register", "reverse"}) {
            operations(kind, "Done", 4, "91 days");
            operations(kind, "Done", 3, "89 days");
            operations(kind, "Open", 1, "91 days");
        }

        housekeeping.runOnce();

        assertThat(database.count("provider_operations WHERE state = 'Done'")).isEqualTo(6);
        assertThat(database.count("provider_operations WHERE state = 'Open'")).isEqualTo(2);
    }

    @Test
    void replacedRegistrationStays() {
        operations("register", "Replaced", 2, "400 days");

        housekeeping.runOnce();

        assertThat(database.count("provider_operations")).isEqualTo(2);
    }

    @Test
    void operationsOfAnOpenSessionStayHoweverOldTheyAre() {
        operations("register", "Done", 2, "200 days");
        sessionsOfAllOperations("Registered", null);

        housekeeping.runOnce();
        assertThat(database.count("provider_operations")).isEqualTo(2);

        execute("UPDATE payonce.payment_sessions SET status = 'Failed', failure_code = 'gone', next_check_at = NULL");
        housekeeping.runOnce();
        assertThat(database.count("provider_operations")).isZero();
    }

    @Test
    void operationsBesideOneThatIsUnderWayStay() {
        operations("register", "Done", 1, "200 days");
        sessionsOfAllOperations("Failed", "expired");
        execute("INSERT INTO payonce.provider_operations (id, payment_id, session_id, order_id, kind, state, provider,"
                + " idempotency_key, amount_minor, currency) SELECT gen_random_uuid(), gen_random_uuid(), session_id,"
                + " order_id, 'reverse', 'Open', provider, 'k', 1, 'EUR' FROM payonce.provider_operations");

        housekeeping.runOnce();

        assertThat(database.count("provider_operations")).isEqualTo(2);
    }

    @Test
    void callsGoAfterNinetyDays() {
        calls(2_200, "91 days");
        calls(5, "89 days");

        housekeeping.runOnce();

        assertThat(database.count("provider_calls")).isEqualTo(5);
        assertThat(deleted("provider_calls")).isEqualTo(2_200);
    }

    @Test
    void whatHasTakenEffectIsKnownForEver() {
        execute("INSERT INTO payonce.processed_events (payment_id, status, event_id, processed_at)"
                + " VALUES (gen_random_uuid(), 'Registering', gen_random_uuid(), now() - interval '5 years')");

        housekeeping.runOnce();

        assertThat(database.count("processed_events")).isEqualTo(1);
    }

    @Test
    void tablesStayFlatUnderLoad() {
        for (var round = 1; round <= 20; round++) {
            operations("check", "Done", 1_200, "2 days");
            operations("check", "Done", 10, "1 hour");
            operations("register", "Done", 100, "91 days");
            calls(1_200, "91 days");
            calls(10, "1 day");

            housekeeping.runOnce();

            assertThat(database.count("provider_operations")).isEqualTo(10L * round);
            assertThat(database.count("provider_calls")).isEqualTo(10L * round);
        }
        assertThat(deleted("provider_operations")).isEqualTo(20 * 1_300);
    }

    @Test
    void oneInstanceAtATimeKeepsHouse() throws SQLException {
        operations("check", "Done", 5, "2 days");

        try (var other = database.dataSource().getConnection();
                var statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(hashtextextended('provider_operations', 7404))");

            housekeeping.runOnce();
            assertThat(database.count("provider_operations")).isEqualTo(5);
            other.rollback();
        }
        housekeeping.runOnce();
        assertThat(database.count("provider_operations")).isZero();
    }

    @Test
    void lessThanNinetyDaysIsNoSetting() {
        var day = Duration.ofDays(1);
        assertThatThrownBy(() -> new HousekeepingProperties(day, day, Duration.ofDays(89), day))
                .hasMessageContaining("90d at least");
        assertThatThrownBy(() -> new HousekeepingProperties(day, Duration.ZERO, Duration.ofDays(90), day))
                .hasMessageContaining("zero");
    }

    private static void operations(String kind, String state, int count, String age) {
        execute("""
                INSERT INTO payonce.provider_operations
                       (id, payment_id, session_id, order_id, kind, state, provider, idempotency_key, amount_minor,
                        currency, outcome, due_at, created_at, updated_at)
                SELECT gen_random_uuid(), id, id, 'o-' || id, '%s', '%s', 'sandbox', 'k', 1, 'EUR',
                       CASE WHEN '%s' = 'Open' THEN NULL ELSE 'found' END,
                       now() - interval '%s', now() - interval '%s', now() - interval '%s'
                  FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, %d)) AS made
                """.formatted(kind, state, state, age, age, age, count));
    }

    private static void sessionsOfAllOperations(String status, @org.jspecify.annotations.Nullable String failure) {
        execute("""
                WITH made AS (
                      INSERT INTO payonce.orders (id, amount_minor, currency, status)
                      SELECT order_id, 1, 'EUR', 'AwaitingPayment' FROM payonce.provider_operations)
                INSERT INTO payonce.payment_sessions
                       (id, order_id, amount_minor, currency, status, provider, version, next_check_at, failure_code)
                SELECT session_id, order_id, 1, 'EUR', '%s', 'sandbox', 1, %s, %s FROM payonce.provider_operations
                """.formatted(
                        status, failure == null ? "now()" : "NULL", failure == null ? "NULL" : "'" + failure + "'"));
    }

    private static void calls(int count, String age) {
        execute("""
                INSERT INTO payonce.provider_calls
                       (operation_id, payment_id, call, nonce, started_at, ended_at, result)
                SELECT gen_random_uuid(), gen_random_uuid(), 'create', 'n' || n,
                       now() - interval '%s', now() - interval '%s', 'ok'
                  FROM generate_series(1, %d) AS n""".formatted(age, age, count));
    }

    private static void execute(String sql) {
        database.superuser().sql(sql).update();
    }

    private double deleted(String table) {
        return metrics.counter("payonce_housekeeping_deleted", "table", table).count();
    }
}
