package io.payonce.command.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.command.Api;
import io.payonce.command.TestStack;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** What is relayed and old goes, and nothing else: with the service's own role, beside a running relay. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class HousekeepingIT {
    private static final TestStack STACK = new TestStack();
    private static final String STRANGE_SLOT = """
            INSERT INTO payonce.relay_state
                   (slot_name, system_identifier, created_lsn, confirmed_lsn, confirmed_at)
            SELECT 'other', system_identifier, created_lsn, confirmed_lsn, now() FROM payonce.relay_state""";

    @Autowired
    Housekeeping housekeeping;

    @Autowired
    MeterRegistry metrics;

    @LocalServerPort
    int port;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        STACK.describe(properties);
        // Rounds are made by hand here.
        properties.add("PAYONCE_HOUSEKEEPING_INTERVAL", () -> "30d");
    }

    @BeforeEach
    void awaitTheRelay() {
        org.awaitility.Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> !STACK.query(
                                "SELECT 1 FROM payonce.relay_state WHERE confirmed_at > now() - interval '1 min'"
                                        + " AND updated_at > now() - interval '1 min'")
                        .isEmpty());
    }

    @Test
    void partitionThatIsRelayedAndOldIsDroppedAndAYoungOneStays() {
        var oldest = partition(30);
        var old = partition(9);
        var young = partition(6);
        var dropped = deleted("outbox_partitions");

        housekeeping.runOnce();

        assertThat(partitions()).doesNotContain(oldest, old).contains(young);
        assertThat(deleted("outbox_partitions") - dropped).isEqualTo(2);
        assertThat(metrics.get("payonce_outbox_oldest_partition_seconds")
                        .gauge()
                        .value())
                .isBetween(4 * 86_400.0, 6 * 86_400.0);
    }

    @Test
    void rowsWithoutADayOfTheirOwnGoTheSameWay() {
        new Api(port).create(Api.order("stray"));
        stray(20);
        stray(2);

        housekeeping.runOnce();

        assertThat(STACK.count("outbox_default")).isEqualTo(1);
        STACK.execute("TRUNCATE payonce.outbox_default");
    }

    @Test
    void openGapKeepsEverything() {
        var old = partition(10);
        STACK.execute("UPDATE payonce.relay_state SET gap_since = now()");

        housekeeping.runOnce();
        assertThat(partitions()).contains(old);

        STACK.execute("UPDATE payonce.relay_state SET gap_since = NULL");
        housekeeping.runOnce();
        assertThat(partitions()).doesNotContain(old);
    }

    @Test
    void slotThatIsGoneOrSilentKeepsEverything() {
        var old = partition(11);
        STACK.execute(STRANGE_SLOT);

        housekeeping.runOnce();
        assertThat(partitions()).contains(old);

        STACK.execute("DELETE FROM payonce.relay_state WHERE slot_name = 'other'");
        housekeeping.runOnce();
        assertThat(partitions()).doesNotContain(old);
    }

    @Test
    void writersAreNotHeldUpForLong() throws SQLException {
        var old = partition(12);
        try (var writer = STACK.connect();
                var statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute("LOCK TABLE payonce.outbox IN ROW EXCLUSIVE MODE");
            var start = System.nanoTime();

            housekeeping.runOnce();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(6));
            assertThat(partitions()).contains(old);
            writer.rollback();
        }
        housekeeping.runOnce();
        assertThat(partitions()).doesNotContain(old);
    }

    @Test
    void serviceItselfMayDropNothingYoungerThanThreeDays() throws SQLException {
        try (var connection = STACK.connect();
                var statement = connection.createStatement()) {
            statement.execute("SET ROLE payonce_command");
            assertThatThrownBy(() -> statement.execute("SELECT payonce.drop_outbox_partition(2)"))
                    .hasMessageContaining("3 days at least");
            assertThatThrownBy(() -> statement.execute("SELECT payonce.delete_stray_outbox_rows(NULL, 1)"))
                    .hasMessageContaining("3 days at least");
            assertThatThrownBy(() -> statement.execute("DROP TABLE payonce.outbox_default"))
                    .hasMessageContaining("must be owner");
            statement.execute("SET ROLE payonce_worker");
            assertThatThrownBy(() -> statement.execute("SELECT payonce.drop_outbox_partition(7)"))
                    .hasMessageContaining("permission denied");
        }
    }

    @Test
    void daysAheadAreMade() {
        var day = "outbox_"
                + STACK.query("SELECT to_char((now() AT TIME ZONE 'UTC')::date + 5, 'YYYYMMDD')")
                        .getFirst();
        STACK.execute("DROP TABLE payonce." + day);

        housekeeping.runOnce();

        assertThat(partitions()).contains(day);
    }

    @Test
    void keysAreRememberedForTwoDaysAndThenForgottenAnsweredOrNot() {
        STACK.execute("TRUNCATE payonce.idempotency_keys");
        keys("young", 5, "47 hours 59 minutes");
        keys("old", 2_500, "48 hours 1 minute");
        STACK.execute("INSERT INTO payonce.idempotency_keys"
                + " (client_id, key, fingerprint, status, payment_id, lease_until, created_at) VALUES"
                + " ('t', 'abandoned', '', 'Processing', gen_random_uuid(), now(), now() - interval '3 days')");
        var before = deleted("idempotency_keys");

        housekeeping.runOnce();

        assertThat(STACK.query("SELECT DISTINCT split_part(key, ' ', 1) FROM payonce.idempotency_keys"))
                .containsExactly("young");
        assertThat(STACK.count("idempotency_keys")).isEqualTo(5);
        assertThat(deleted("idempotency_keys") - before).isEqualTo(2_501);
    }

    @Test
    void keysStayFlatUnderLoad() {
        STACK.execute("TRUNCATE payonce.idempotency_keys");
        for (var round = 1; round <= 20; round++) {
            keys("young" + round, 10, "1 hour");
            keys("old" + round, 1_500, "3 days");

            housekeeping.runOnce();

            assertThat(STACK.count("idempotency_keys")).isEqualTo(10L * round);
        }
    }

    @Test
    void oneInstanceAtATimeKeepsHouse() throws SQLException {
        keys("taken", 3, "3 days");
        try (var other = STACK.connect();
                var statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(hashtextextended('idempotency_keys', 7404))");

            housekeeping.runOnce();
            assertThat(taken()).isEqualTo(3);
            other.rollback();
        }
        housekeeping.runOnce();
        assertThat(taken()).isZero();
    }

    @Test
    void lessThanWasPromisedIsNoSetting() {
        var interval = Duration.ofMinutes(10);
        assertThatThrownBy(() -> new HousekeepingProperties(interval, Duration.ofHours(47), 7, 7))
                .hasMessageContaining("48h");
        assertThatThrownBy(() -> new HousekeepingProperties(interval, Duration.ofDays(2), 2, 7))
                .hasMessageContaining("3 at least");
    }

    private static long taken() {
        return STACK.query("SELECT key FROM payonce.idempotency_keys WHERE key LIKE 'taken%'")
                .size();
    }

    private static void keys(String name, int count, String age) {
        STACK.execute("""
                INSERT INTO payonce.idempotency_keys
                       (client_id, key, fingerprint, status, payment_id, response_status, response_body, created_at)
                SELECT 't', '%s ' || n, '', 'Succeeded', gen_random_uuid(), 202, '{}', now() - interval '%s'
                  FROM generate_series(1, %d) AS n""".formatted(name, age, count));
    }

    /** The partition of the day that many days ago, as it was made then. */
    private static String partition(int daysAgo) {
        var day = STACK.query("SELECT (now() AT TIME ZONE 'UTC')::date - " + daysAgo)
                .getFirst();
        var name = "outbox_" + day.replace("-", "");
        STACK.execute("CREATE TABLE payonce." + name + " PARTITION OF payonce.outbox FOR VALUES FROM ('" + day
                + " 00:00:00+00') TO (timestamptz '" + day + " 00:00:00+00' + interval '1 day')");
        return name;
    }

    /** A relayed event that fell into no partition. */
    private static void stray(int daysAgo) {
        STACK.execute("INSERT INTO payonce.outbox (id, topic, message_key, type, payload, sequence, created_at)"
                + " SELECT gen_random_uuid(), topic, message_key, type, payload, sequence, now() - interval '" + daysAgo
                + " days' FROM payonce.outbox LIMIT 1");
    }

    private static List<String> partitions() {
        return STACK
                .query("SELECT inhrelid::regclass::text FROM pg_inherits"
                        + " WHERE inhparent = 'payonce.outbox'::regclass")
                .stream()
                .map(name -> name.replace("payonce.", ""))
                .toList();
    }

    private double deleted(String table) {
        return metrics.counter("payonce_housekeeping_deleted", "table", table).count();
    }
}
