package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever happens to the relay's slot, every committed event arrives, and the trouble is seen while it lasts. */
@Tag("long")
class RelayTroubleIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long MEGABYTE = 1024L * 1024;

    private final SystemStack stack = SystemStack.shared();
    private final RelaySeat seat = new RelaySeat(stack);
    private final Shop shop = stack.shop();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void relayRuns() {
        stack.sandbox().autopay(false);
        stack.execute("ALTER ROLE payonce_relay REPLICATION");
        stack.execute("DROP TABLE IF EXISTS payonce.noise");
        await().atMost(PATIENCE)
                .until(() -> seat.relay(1).path("status").stringValue("").equals("UP"));
    }

    /** C27: the log has the early transaction's event behind the later ones', and it arrives all the same. */
    @Test
    void eventOfATransactionThatStaysOpenArrivesWhenItCommits() throws SQLException {
        var late = UUID.randomUUID().toString();
        var first = shop.create(eur("c27-first-" + run)).text("id");
        new Books(stack, List.of(first)).awaitAll("Registered");
        List<String> payments;
        try (var connection = stack.connect();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            // A command that was obeyed already: it has to arrive, and to change nothing.
            statement.execute("""
                    INSERT INTO payonce.outbox (id, topic, message_key, type, payload, sequence)
                         SELECT '%s', topic, message_key, type, payload, sequence
                           FROM payonce.outbox
                          WHERE type = 'RegisterRequested'
                            AND message_key = '%s'
                    """.formatted(late, first));
            payments = IntStream.range(0, 100)
                    .mapToObj(i -> shop.create(eur("c27-" + run + "-" + i)).text("id"))
                    .toList();
            new Books(stack, payments).awaitAll("Registered");
            assertThat(events()).doesNotContain(late);

            connection.commit();
        }

        await().atMost(Duration.ofSeconds(20)).until(() -> events().contains(late));
        new Books(stack, payments).assertEachRegisteredOnce();
    }

    private java.util.Set<String> events() {
        return new Books(stack, List.of()).occurrences("payonce.commands").keySet();
    }

    /** C47 (a): heartbeats confirm what others write, so that a quiet outbox holds no log back. */
    @Test
    void quietRelayHoldsNoLogBack() {
        seat.awaitHolder();
        stack.execute("CREATE TABLE payonce.noise AS SELECT repeat(md5(n::text), 32) AS text"
                + " FROM generate_series(1, 65536) AS n");

        await().atMost(PATIENCE)
                .until(() -> stack.is("SELECT pg_current_wal_lsn() - restart_lsn < 32 * 1024 * 1024"
                        + " AND confirmed_flush_lsn >= restart_lsn"
                        + " FROM pg_replication_slots WHERE slot_name = 'payonce_outbox'"));

        assertThat(stack.count("SELECT pg_table_size('payonce.noise')")).isGreaterThan(64 * MEGABYTE);
        await().atMost(PATIENCE).until(() -> seat.metric(1, "payonce_relay_retained_wal_bytes") < 32 * MEGABYTE);
    }

    /**
     * C47 (b), and what follows if nobody looks: the relay stands still, which metrics, readiness and alarms show;
     * at the WAL limit the server cuts the slot off; then the relay is back and sends the gap again.
     */
    @Test
    void standingRelayIsSeenAndASlotThatWasCutOffIsRepaired() {
        var incidents = incidents();
        seat.awaitHolder();
        stack.execute("ALTER ROLE payonce_relay NOREPLICATION");
        stack.execute("SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active_pid IS NOT NULL");

        var payments = IntStream.range(0, 100)
                .mapToObj(i -> shop.create(eur("c47-" + run + "-" + i)).text("id"))
                .toList();

        await().atMost(PATIENCE).until(() -> seat.metric(1, "payonce_relay_slot_active") == 0);
        await().atMost(PATIENCE).until(() -> seat.metric(1, "payonce_relay_lag_seconds") > 0);
        assertThat(seat.metric(1, "payonce_relay_lag_bytes")).isPositive();
        assertThat(seat.relay(1).path("status").stringValue("")).isEqualTo("DOWN");
        assertThat(new Books(stack, payments).count("payment_sessions", "id", "status = 'Registering'"))
                .isEqualTo(100);

        writeLog(5);
        await().atMost(PATIENCE).until(() -> seat.metric(1, "payonce_relay_wal_alarm") == 1);
        writeLog(5);
        await().atMost(PATIENCE).until(() -> seat.metric(2, "payonce_relay_wal_alarm") == 2);
        assertThat(seat.metric(2, "payonce_relay_wal_limit_bytes")).isEqualTo(256.0 * MEGABYTE);
        writeLog(10);
        stack.execute("CHECKPOINT");
        await().atMost(PATIENCE).until(() -> seat.metric(1, "payonce_relay_gap_open") == 1);
        assertThat(seat.relay(1).path("details").path("gap_open").booleanValue())
                .isTrue();

        stack.execute("ALTER ROLE payonce_relay REPLICATION");
        new Books(stack, payments).awaitAll("Registered").assertEachRegisteredOnce();
        await().atMost(PATIENCE).until(() -> seat.metric(1, "payonce_relay_gap_open") == 0);
        assertThat(incidents()).isEqualTo(incidents + 1);
        assertThat(seat.metric(1, "payonce_relay_republished_total")
                        + seat.metric(2, "payonce_relay_republished_total"))
                .isGreaterThanOrEqualTo(100);
    }

    private long incidents() {
        return stack.count("SELECT count(*) FROM payonce.incidents WHERE kind = 'RELAY_GAP'");
    }

    /** Fills as many segments of 16 MB, without the work of writing so much. */
    private void writeLog(int segments) {
        for (var segment = 0; segment < segments; segment++) {
            stack.execute("SELECT pg_logical_emit_message(false, 'noise', 'x'), pg_switch_wal()");
        }
    }
}
