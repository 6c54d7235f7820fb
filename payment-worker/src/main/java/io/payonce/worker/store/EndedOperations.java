package io.payonce.worker.store;

import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * What is over in {@code provider_operations}, and may go. A registration that was replaced before anything was sent
 * stays: its command may still be to come.
 */
@Repository
public class EndedOperations {
    private final JdbcClient jdbc;

    EndedOperations(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Deletes finished checks; returns how many, {@code most} at most. */
    public int deleteChecksOlderThan(Duration age, int most) {
        return jdbc.sql("""
                        DELETE FROM payonce.provider_operations
                         WHERE id IN (SELECT id
                                        FROM payonce.provider_operations
                                       WHERE kind = 'check'
                                         AND state = 'Done'
                                         AND updated_at < now() - :age * interval '1 millisecond'
                                    ORDER BY updated_at
                                       LIMIT :most)
                        """).param("age", age.toMillis()).param("most", most).update();
    }

    /**
     * Deletes finished registrations and reverses of sessions that are over and have nothing under way; returns how
     * many, {@code most} at most.
     */
    public int deleteOlderThan(Duration age, int most) {
        return jdbc.sql("""
                        DELETE FROM payonce.provider_operations
                         WHERE id IN (SELECT o.id
                                        FROM payonce.provider_operations AS o
                                       WHERE o.kind IN ('register', 'reverse')
                                         AND o.state = 'Done'
                                         AND o.updated_at < now() - :age * interval '1 millisecond'
                                         AND payonce.is_session_over(o.session_id)
                                         AND NOT EXISTS (SELECT
                                                           FROM payonce.provider_operations AS other
                                                          WHERE other.session_id = o.session_id
                                                            AND other.state = 'Open')
                                       LIMIT :most)
                        """).param("age", age.toMillis()).param("most", most).update();
    }
}
