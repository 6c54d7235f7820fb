package io.payonce.command.store;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The relay's slot in PostgreSQL, seen with the relay's own role. */
public class ReplicationSlot {
    private final JdbcClient jdbc;

    /** Opens a connection per call: calls are rare, and the role is another one than the pool's. */
    public ReplicationSlot(String jdbcUrl, String user, String password) {
        this.jdbc = JdbcClient.create(new DriverManagerDataSource(jdbcUrl, user, password));
    }

    /**
     * A slot as the server shows it.
     *
     * @param confirmedLsn up to here everything was delivered and confirmed
     * @param lagBytes log written since then
     * @param retainedBytes log the server keeps because of the slot
     * @param walStatus {@code reserved}, {@code extended}, {@code unreserved} or {@code lost}
     */
    public record Slot(
            boolean active,
            @Nullable String confirmedLsn,
            String currentLsn,
            long lagBytes,
            long retainedBytes,
            @Nullable String walStatus) {

        /** A lost slot exists and delivers nothing ever again. */
        public boolean isUsable() {
            return confirmedLsn != null && !"lost".equals(walStatus);
        }
    }

    public Optional<Slot> find(String name) {
        return jdbc.sql("""
                        SELECT active, confirmed_flush_lsn, pg_current_wal_lsn() AS current_lsn, wal_status,
                               COALESCE(pg_current_wal_lsn() - confirmed_flush_lsn, 0) AS lag_bytes,
                               COALESCE(pg_current_wal_lsn() - restart_lsn, 0) AS retained_bytes
                          FROM pg_replication_slots
                         WHERE slot_name = :name
                        """)
                .param("name", name)
                .query((rs, row) -> new Slot(
                        rs.getBoolean("active"),
                        rs.getString("confirmed_flush_lsn"),
                        rs.getString("current_lsn"),
                        rs.getLong("lag_bytes"),
                        rs.getLong("retained_bytes"),
                        rs.getString("wal_status")))
                .optional();
    }

    /** Makes the slot; two that try at once both get it. */
    public Slot create(String name) {
        try {
            jdbc.sql("SELECT pg_create_logical_replication_slot(:name, 'pgoutput')")
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
        jdbc.sql("SELECT pg_drop_replication_slot(:name)")
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
}
