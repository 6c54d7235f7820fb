package io.payonce.worker.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** How much lies in {@code provider_operations}, for the metrics. */
@Repository
public class QueueDepth {
    private final JdbcClient jdbc;

    QueueDepth(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Open operations by kind, counted up to {@code most} in all. */
    public Map<String, Long> depth(int most) {
        var depth = new HashMap<String, Long>();
        jdbc.sql("""
                  SELECT kind, count(*) AS open
                    FROM (SELECT kind FROM payonce.provider_operations WHERE state = 'Open' LIMIT :most) AS counted
                GROUP BY kind
                """).param("most", most).query(rs -> {
            depth.put(rs.getString("kind"), rs.getLong("open"));
        });
        return depth;
    }

    /** How long the operation that waits longest has been due, without those in work; zero if none is. */
    public Duration longestDue() {
        return jdbc.sql("""
                        SELECT CAST(COALESCE(EXTRACT(EPOCH FROM now() - min(due_at)), 0) * 1000 AS bigint)
                          FROM payonce.provider_operations
                         WHERE state = 'Open'
                           AND due_at <= now()
                           AND (lease_until IS NULL OR lease_until < now())
                        """)
                .query((rs, row) -> Duration.ofMillis(rs.getLong(1)))
                .single();
    }
}
