package io.payonce.worker.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The parked rows of {@code notifications}: no longer tried by themselves until a person sends them again. */
@Repository
public class ParkedNotifications {
    private final JdbcClient jdbc;

    ParkedNotifications(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** One of them, with what went wrong last. */
    public record Parked(
            UUID event,
            String type,
            String order,
            OffsetDateTime parkedAt,
            @Nullable String lastError,
            int redrivenCount) {}

    public long count() {
        return jdbc.sql("SELECT count(*) FROM payonce.notifications WHERE state = 'Parked'")
                .query(Long.class)
                .single();
    }

    /** The longest parked first; only the given one if there is one given. */
    public List<Parked> list(@Nullable UUID event, int limit) {
        return jdbc.sql("""
                          SELECT event_id, type, order_id, parked_at, last_error, redriven_count
                            FROM payonce.notifications
                           WHERE state = 'Parked'
                             AND (CAST(:event AS uuid) IS NULL OR event_id = :event)
                        ORDER BY waiting_since, event_id
                           LIMIT :limit
                        """)
                .param("event", event)
                .param("limit", limit)
                .query(ParkedNotifications::parked)
                .list();
    }

    /**
     * Begins a new series of tries for those that {@link #list} names, so many due in each second from now on; returns
     * the ones whose state this call changed. Each keeps its event id.
     */
    public List<Parked> redrive(@Nullable UUID event, int limit, int perSecond) {
        return jdbc.sql("""
                             WITH parked AS MATERIALIZED (
                                  SELECT event_id, waiting_since, parked_at, last_error
                                    FROM payonce.notifications
                                   WHERE state = 'Parked'
                                     AND (CAST(:event AS uuid) IS NULL OR event_id = :event)
                                ORDER BY waiting_since, event_id
                                   LIMIT :limit
                                     FOR UPDATE SKIP LOCKED),
                                  placed AS MATERIALIZED (
                                  SELECT event_id, parked_at, last_error,
                                         row_number() OVER (ORDER BY waiting_since, event_id) - 1 AS place
                                    FROM parked)
                           UPDATE payonce.notifications AS n
                              SET state = 'Waiting', parked_at = NULL, attempt = 0, epoch = epoch + 1,
                                  waiting_since = now() + (place / :perSecond) * interval '1 second',
                                  due_at = now() + (place / :perSecond) * interval '1 second',
                                  redriven_at = now(), redriven_count = redriven_count + 1
                             FROM placed
                            WHERE n.event_id = placed.event_id
                              AND n.state = 'Parked'
                        RETURNING n.event_id, n.type, n.order_id, placed.parked_at, placed.last_error,
                                  n.redriven_count
                        """)
                .param("event", event)
                .param("limit", limit)
                .param("perSecond", perSecond)
                .query(ParkedNotifications::parked)
                .list();
    }

    private static Parked parked(ResultSet rs, int row) throws SQLException {
        return new Parked(
                rs.getObject("event_id", UUID.class),
                rs.getString("type"),
                rs.getString("order_id"),
                rs.getObject("parked_at", OffsetDateTime.class),
                rs.getString("last_error"),
                rs.getInt("redriven_count"));
    }
}
