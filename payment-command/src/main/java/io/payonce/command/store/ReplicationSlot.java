package io.payonce.command.store;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The relay's slot in PostgreSQL, seen with the relay's own role. */
public class ReplicationSlot implements AutoCloseable {
    private static final int LOOK_SECONDS_MAX = 10;
    private static final int LOOKS_AT_ONCE_MAX = 2;

    private final HikariDataSource looks;
    private final JdbcClient jdbc;
    private final JdbcClient patient;

    /**
     * Has connections of its own, for the role is another one than the services': looks come several times a second and
     * keep theirs. A look is bounded, or a server that hangs would look as it did before it hung; making a slot waits
     * for every open transaction, and has a connection for itself.
     */
    public ReplicationSlot(String jdbcUrl, String user, String password) {
        this.looks = new HikariDataSource();
        looks.setPoolName("slot");
        looks.setJdbcUrl(jdbcUrl);
        looks.setUsername(user);
        looks.setPassword(password);
        looks.setMaximumPoolSize(LOOKS_AT_ONCE_MAX);
        looks.setMinimumIdle(0);
        looks.setInitializationFailTimeout(-1);
        looks.setConnectionTimeout(Duration.ofSeconds(LOOK_SECONDS_MAX).toMillis());
        looks.addDataSourceProperty("connectTimeout", Integer.toString(LOOK_SECONDS_MAX));
        looks.addDataSourceProperty("socketTimeout", Integer.toString(LOOK_SECONDS_MAX));
        this.jdbc = JdbcClient.create(looks);
        this.patient = JdbcClient.create(new DriverManagerDataSource(jdbcUrl, user, password));
    }

    /**
     * A slot as the server shows it.
     *
     * @param seenAt by the database's clock, not later than the positions beside it
     * @param confirmedLsn up to here everything was delivered and confirmed
     * @param lagBytes log written since then
     * @param retainedBytes log the server keeps because of the slot
     * @param limitBytes {@code max_slot_wal_keep_size}: beyond it the slot is cut off; 0 means without limit
     * @param walStatus {@code reserved}, {@code extended}, {@code unreserved} or {@code lost}
     * @param transactions that it delivered in its life, as far as the server's statistics reach back
     */
    public record Slot(
            Instant seenAt,
            boolean active,
            @Nullable String confirmedLsn,
            String currentLsn,
            long lagBytes,
            long retainedBytes,
            long limitBytes,
            @Nullable String walStatus,
            long transactions) {

        /** A lost slot exists and delivers nothing ever again. */
        public boolean isUsable() {
            return confirmedLsn != null && !"lost".equals(walStatus);
        }

        /** How much of the limit is used up, 0 without a limit. */
        public double limitShare() {
            return limitBytes == 0 ? 0 : (double) retainedBytes / limitBytes;
        }
    }

    public Optional<Slot> find(String name) {
        return jdbc.sql("""
                        SELECT now() AS seen_at, slot.active, slot.confirmed_flush_lsn,
                               pg_current_wal_lsn() AS current_lsn, slot.wal_status,
                               COALESCE(pg_current_wal_lsn() - slot.confirmed_flush_lsn, 0) AS lag_bytes,
                               COALESCE(pg_current_wal_lsn() - slot.restart_lsn, 0) AS retained_bytes,
                               GREATEST((SELECT setting::bigint
                                           FROM pg_settings
                                          WHERE name = 'max_slot_wal_keep_size'), 0) * 1024 * 1024 AS limit_bytes,
                               COALESCE((SELECT total_txns
                                           FROM pg_stat_replication_slots AS seen
                                          WHERE seen.slot_name = slot.slot_name), 0) AS transactions
                          FROM pg_replication_slots AS slot
                         WHERE slot.slot_name = :name
                        """)
                .param("name", name)
                .query((rs, row) -> new Slot(
                        rs.getObject("seen_at", OffsetDateTime.class).toInstant(),
                        rs.getBoolean("active"),
                        rs.getString("confirmed_flush_lsn"),
                        rs.getString("current_lsn"),
                        rs.getLong("lag_bytes"),
                        rs.getLong("retained_bytes"),
                        rs.getLong("limit_bytes"),
                        rs.getString("wal_status"),
                        rs.getLong("transactions")))
                .optional();
    }

    /** Makes the slot; two that try at once both get it. */
    public Slot create(String name) {
        try {
            patient.sql("SELECT pg_create_logical_replication_slot(:name, 'pgoutput')")
                    .param("name", name)
                    .query((rs, row) -> true)
                    .single();
        } catch (org.springframework.dao.DataAccessException e) {
            if (find(name).isEmpty()) {
                throw e;
            }
        }
        return find(name).orElseThrow();
    }

    public void drop(String name) {
        patient.sql("SELECT pg_drop_replication_slot(:name)")
                .param("name", name)
                .query((rs, row) -> true)
                .single();
    }

    /** The server's identity: it changes when the database is another one, say a restored copy. */
    public String systemIdentifier() {
        return jdbc.sql("SELECT system_identifier::text FROM pg_control_system()")
                .query(String.class)
                .single();
    }

    @Override
    public void close() {
        looks.close();
    }
}
