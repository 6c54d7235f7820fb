package io.payonce.schema.store;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Which instance keeps house: a lock of the database, held until the caller's transaction ends. */
public final class HousekeepingTurn {
    private final JdbcClient jdbc;

    public HousekeepingTurn(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** False if another instance has it; there is nothing to wait for then. */
    public boolean take(String table) {
        return jdbc.sql("SELECT pg_try_advisory_xact_lock(hashtextextended(:name, 7404))")
                .param("name", table)
                .query(Boolean.class)
                .single();
    }
}
