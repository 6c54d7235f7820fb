package io.payonce.testbed.lab.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Makes looks and retries that are planned for later due now; rows that somebody is working on are left alone. */
public final class DueNow {
    private static final List<String> STATEMENTS = List.of("""
                    UPDATE payonce.payment_sessions SET next_check_at = now()
                     WHERE id IN (SELECT id FROM payonce.payment_sessions
                                   WHERE next_check_at > now() FOR NO KEY UPDATE SKIP LOCKED)
                    """, """
                    UPDATE payonce.provider_operations SET due_at = now()
                     WHERE id IN (SELECT id FROM payonce.provider_operations
                                   WHERE state = 'Open' AND due_at > now()
                                     AND (lease_until IS NULL OR lease_until < now())
                                     FOR NO KEY UPDATE SKIP LOCKED)
                    """, """
                    UPDATE payonce.late_payments SET next_check_at = now()
                     WHERE payment_id IN (SELECT payment_id FROM payonce.late_payments
                                           WHERE next_check_at > now() FOR NO KEY UPDATE SKIP LOCKED)
                    """, """
                    UPDATE payonce.notifications SET due_at = now()
                     WHERE event_id IN (SELECT event_id FROM payonce.notifications
                                         WHERE state = 'Waiting' AND due_at > now() FOR NO KEY UPDATE SKIP LOCKED)
                    """);

    private DueNow() {}

    public static void bringForward(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var sql : STATEMENTS) {
                statement.execute(sql);
            }
        }
    }
}
