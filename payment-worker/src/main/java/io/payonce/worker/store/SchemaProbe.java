package io.payonce.worker.store;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Whether the tables are there; another service makes them. */
@Repository
public class SchemaProbe {
    private final JdbcClient jdbc;

    SchemaProbe(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public boolean isThere() {
        return jdbc.sql("""
                        SELECT to_regclass('payonce.provider_operations') IS NOT NULL
                           AND to_regclass('payonce.notifications') IS NOT NULL
                        """).query(Boolean.class).single();
    }
}
