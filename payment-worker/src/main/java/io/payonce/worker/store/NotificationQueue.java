package io.payonce.worker.store;

import io.payonce.schema.value.OrderId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The table {@code notifications}: webhooks to be sent and sent. Due times, leases and the end of trying are the
 * database clock's. What a claimer writes is guarded by its epoch.
 */
@Repository
public class NotificationQueue {
    private final JdbcClient jdbc;

    NotificationQueue(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Adds the event; false if it is there, whatever became of it. */
    public boolean insertIfAbsent(Notification.New notification) {
        return jdbc.sql("""
                        INSERT INTO payonce.notifications
                               (event_id, order_id, payment_id, type, payload)
                        VALUES (:event, :order, :payment, :type, :payload)
                            ON CONFLICT DO NOTHING
                        """)
                        .param("event", notification.event())
                        .param("order", notification.order().value())
                        .param("payment", notification.payment().value())
                        .param("type", notification.type())
                        .param("payload", notification.payload())
                        .update()
                == 1;
    }

    /** Takes due notifications, those that are due longest first, past those that others hold. */
    public List<Notification> claimDue(int most, Duration lease) {
        return jdbc.sql("""
                             WITH due AS MATERIALIZED (
                                  SELECT event_id
                                    FROM payonce.notifications
                                   WHERE state = 'Waiting'
                                     AND due_at <= now()
                                     AND (lease_until IS NULL OR lease_until < now())
                                ORDER BY due_at
                                   LIMIT :most
                                     FOR UPDATE SKIP LOCKED)
                           UPDATE payonce.notifications AS n
                              SET lease_until = now() + :lease * interval '1 millisecond', epoch = epoch + 1,
                                  attempt = attempt + 1
                             FROM due
                            WHERE n.event_id = due.event_id
                        RETURNING n.event_id, n.order_id, n.type, n.payload, n.attempt, n.epoch
                        """)
                .param("most", most)
                .param("lease", lease.toMillis())
                .query(NotificationQueue::notification)
                .list();
    }

    private static Notification notification(ResultSet rs, int row) throws SQLException {
        return new Notification(
                rs.getObject("event_id", UUID.class),
                new OrderId(rs.getString("order_id")),
                rs.getString("type"),
                rs.getString("payload"),
                rs.getInt("attempt"),
                rs.getLong("epoch"));
    }

    /** False if somebody else has the notification by now. */
    public boolean delivered(Notification notification, int status) {
        return jdbc.sql("""
                        UPDATE payonce.notifications
                           SET state = 'Delivered', delivered_at = now(), lease_until = NULL, last_status = :status,
                               last_error = NULL
                         WHERE event_id = :event
                           AND epoch = :epoch
                           AND state = 'Waiting'
                        """)
                        .param("event", notification.event())
                        .param("epoch", notification.epoch())
                        .param("status", status)
                        .update()
                == 1;
    }

    /** What became of a notification that was not delivered. */
    public enum Afterwards {
        WAITING,
        PARKED,
        /** Somebody else has it by now; nothing was written. */
        LOST
    }

    /**
     * Gives the notification back for a later try, or parks it if its time is over. The last try is never later than
     * the end of that time, and there is always one after its start.
     *
     * @param gap until the next try
     * @param triedFor how long one series of tries lasts
     */
    public Afterwards failed(Notification notification, Failure failure, Duration gap, Duration triedFor) {
        return jdbc.sql("""
                           UPDATE payonce.notifications
                              SET state = CASE WHEN now() < waiting_since + :triedFor * interval '1 millisecond'
                                               THEN 'Waiting' ELSE 'Parked' END,
                                  parked_at = CASE WHEN now() < waiting_since + :triedFor * interval '1 millisecond'
                                                   THEN NULL ELSE now() END,
                                  due_at = LEAST(now() + :gap * interval '1 millisecond',
                                                 waiting_since + :triedFor * interval '1 millisecond'),
                                  lease_until = NULL, last_status = :status, last_error = :error
                            WHERE event_id = :event
                              AND epoch = :epoch
                              AND state = 'Waiting'
                        RETURNING state
                        """)
                .param("event", notification.event())
                .param("epoch", notification.epoch())
                .param("status", failure.status())
                .param("error", failure.error())
                .param("gap", gap.toMillis())
                .param("triedFor", triedFor.toMillis())
                .query(String.class)
                .optional()
                .map(state -> state.equals("Parked") ? Afterwards.PARKED : Afterwards.WAITING)
                .orElse(Afterwards.LOST);
    }

    /**
     * Why a try failed.
     *
     * @param status the HTTP status, if there was one
     * @param error its class, in a word
     */
    public record Failure(@Nullable Integer status, String error) {}

    /** How long until a notification becomes due that is not due yet. */
    public Optional<Duration> nextDueIn() {
        return jdbc.sql("""
                        SELECT CAST(EXTRACT(EPOCH FROM min(due_at) - now()) * 1000 AS bigint)
                          FROM payonce.notifications
                         WHERE state = 'Waiting'
                           AND due_at > now()
                        """)
                .query((rs, row) ->
                        Optional.ofNullable(rs.getObject(1, Long.class)).map(Duration::ofMillis))
                .single();
    }

    /** How many wait, counted up to {@code most}. */
    public long waiting(int most) {
        return jdbc.sql("""
                        SELECT count(*)
                          FROM (SELECT FROM payonce.notifications WHERE state = 'Waiting' LIMIT :most) AS counted
                        """).param("most", most).query(Long.class).single();
    }

    /** How long the one that waits longest has been waiting, its tries included; zero if none waits. */
    public Duration longestWaiting() {
        return jdbc.sql("""
                        SELECT CAST(GREATEST(EXTRACT(EPOCH FROM now() - min(waiting_since)), 0) * 1000 AS bigint)
                          FROM payonce.notifications
                         WHERE state = 'Waiting'
                        """)
                .query((rs, row) -> Duration.ofMillis(rs.getLong(1)))
                .single();
    }

    /**
     * Forgets notifications delivered longer ago than that, the oldest first; returns how many. An event that is still
     * on its topic and read again from there would then be delivered again.
     */
    public int purgeDelivered(Duration olderThan, int limit) {
        return jdbc.sql("""
                        DELETE FROM payonce.notifications
                         WHERE event_id = ANY (ARRAY (
                               SELECT event_id
                                 FROM payonce.notifications
                                WHERE state = 'Delivered'
                                  AND delivered_at < now() - :olderThan * interval '1 millisecond'
                             ORDER BY delivered_at
                                LIMIT :limit
                                  FOR UPDATE SKIP LOCKED))
                        """)
                .param("olderThan", olderThan.toMillis())
                .param("limit", limit)
                .update();
    }
}
