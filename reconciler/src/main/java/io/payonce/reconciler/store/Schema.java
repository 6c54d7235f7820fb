package io.payonce.reconciler.store;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The schema as a whole; payment-command makes it. */
@Repository
public class Schema {
    private final JdbcClient jdbc;

    Schema(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Whether the newest table this service needs is there. */
    public boolean isThere() {
        return jdbc.sql("SELECT to_regclass('payonce.late_payments') IS NOT NULL")
                .query(Boolean.class)
                .single();
    }
}
