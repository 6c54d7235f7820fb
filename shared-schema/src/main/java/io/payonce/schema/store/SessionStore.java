package io.payonce.schema.store;

import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code payment_sessions}. Times that are judged (due, leased) are the database's. */
public final class SessionStore {
    private final JdbcClient jdbc;
    private final SessionRow rows = new SessionRow();

    public SessionStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Adds a session, unless its order has an active one: the unique index decides, whatever was looked at before. */
    public boolean insertIfNoneActive(PaymentSession session, Duration firstCheckIn) {
        return jdbc.sql("""
                        INSERT INTO payonce.payment_sessions
                               (id, order_id, amount_minor, currency, status, provider, return_url, description,
                                metadata, version, next_check_at, created_at, updated_at)
                        VALUES (:id, :order, :amount, :currency, :status, :provider, :returnUrl, :description,
                                CAST(:metadata AS json), :version, now() + :checkIn * interval '1 millisecond',
                                :createdAt, :createdAt)
                            ON CONFLICT (order_id)
                         WHERE status IN ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling')
                               DO NOTHING
                        """)
                        .param("id", session.id().value())
                        .param("order", session.orderId().value())
                        .param("amount", session.money().amount())
                        .param("currency", session.money().currency().getCurrencyCode())
                        .param("status", session.status().label())
                        .param("provider", session.provider())
                        .param("returnUrl", session.details().returnUrl())
                        .param("description", session.details().description())
                        .param("metadata", rows.write(session.details().metadata()))
                        .param("version", session.version())
                        .param("checkIn", firstCheckIn.toMillis())
                        .param("createdAt", SessionRow.timestamp(session.createdAt()))
                        .update()
                == 1;
    }

    public Optional<PaymentSession> find(PaymentId id) {
        return jdbc.sql("""
                        SELECT id, order_id, amount_minor, currency, status, provider, provider_payment_id, pay_url,
                               expires_at, failure_code, failure_message, return_url, description, metadata, version,
                               created_at, updated_at
                          FROM payonce.payment_sessions
                         WHERE id = :id
                        """).param("id", id.value()).query(rows).optional();
    }

    /** Reads the session and keeps its row locked until the transaction ends; lock its order first. */
    public Optional<PaymentSession> lock(PaymentId id) {
        return jdbc.sql("""
                        SELECT id, order_id, amount_minor, currency, status, provider, provider_payment_id, pay_url,
                               expires_at, failure_code, failure_message, return_url, description, metadata, version,
                               created_at, updated_at
                          FROM payonce.payment_sessions
                         WHERE id = :id
                           FOR NO KEY UPDATE
                        """).param("id", id.value()).query(rows).optional();
    }

    /** The order's one active session. */
    public Optional<PaymentSession> findActive(OrderId order) {
        return jdbc.sql("""
                        SELECT id, order_id, amount_minor, currency, status, provider, provider_payment_id, pay_url,
                               expires_at, failure_code, failure_message, return_url, description, metadata, version,
                               created_at, updated_at
                          FROM payonce.payment_sessions
                         WHERE order_id = :order
                           AND status IN ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling')
                        """).param("order", order.value()).query(rows).optional();
    }

    /** The order's sessions, newest first. */
    public List<PaymentSession> findLatest(OrderId order, int most) {
        return jdbc.sql("""
                          SELECT id, order_id, amount_minor, currency, status, provider, provider_payment_id, pay_url,
                                 expires_at, failure_code, failure_message, return_url, description, metadata, version,
                                 created_at, updated_at
                            FROM payonce.payment_sessions
                           WHERE order_id = :order
                        ORDER BY created_at DESC, id DESC
                           LIMIT :most
                        """)
                .param("order", order.value())
                .param("most", most)
                .query(rows)
                .list();
    }

    /**
     * Stores the change from {@code before} to {@code after}, guarded by the status and version it was decided on.
     *
     * @param checkIn when the sweep looks at the session if nothing else happens; ignored for a final state. A known
     *     expiry moves the look forward to just after it
     * @throws LostUpdate if the row is no longer as {@code before} says
     */
    public void move(PaymentSession before, PaymentSession after, Duration checkIn) {
        var changed = jdbc.sql("""
                        UPDATE payonce.payment_sessions
                           SET status = :next, provider_payment_id = :providerPaymentId, pay_url = :payUrl,
                               expires_at = CAST(:expiresAt AS timestamptz), failure_code = :failureCode,
                               failure_message = :failureMessage,
                               version = :nextVersion, checks = 0, lease_until = NULL, updated_at = now(),
                               next_check_at = CASE WHEN :final THEN NULL
                                                    WHEN CAST(:expiresAt AS timestamptz) > now()
                                                    THEN LEAST(now() + :checkIn * interval '1 millisecond',
                                                               CAST(:expiresAt AS timestamptz) + interval '1 second')
                                                    ELSE now() + :checkIn * interval '1 millisecond'
                                                END
                         WHERE id = :id
                           AND status = :status
                           AND version = :version
                        """)
                .param("id", before.id().value())
                .param("status", before.status().label())
                .param("version", before.version())
                .param("next", after.status().label())
                .param("nextVersion", after.version())
                .param("final", after.status().isFinal())
                .param("providerPaymentId", after.providerPaymentId())
                .param("payUrl", after.payUrl())
                .param("expiresAt", SessionRow.timestamp(after.expiresAt()))
                .param(
                        "failureCode",
                        after.failure() == null ? null : after.failure().code())
                .param(
                        "failureMessage",
                        after.failure() == null ? null : after.failure().message())
                .param("checkIn", checkIn.toMillis())
                .update();
        LostUpdate.unlessOne(changed, "move session", before.id());
    }

    /**
     * Stores the change of status from {@code before} to {@code after} and nothing else of it, guarded like
     * {@link #move}: for the service whose role may not write what a provider says.
     *
     * @param checkIn when the sweep looks at the session if nothing else happens
     * @throws LostUpdate if the row is no longer as {@code before} says
     */
    public void moveStatus(PaymentSession before, PaymentSession after, Duration checkIn) {
        var changed = jdbc.sql("""
                        UPDATE payonce.payment_sessions
                           SET status = :next, version = :nextVersion, checks = 0, lease_until = NULL,
                               updated_at = now(), next_check_at = now() + :checkIn * interval '1 millisecond'
                         WHERE id = :id
                           AND status = :status
                           AND version = :version
                        """)
                .param("id", before.id().value())
                .param("status", before.status().label())
                .param("version", before.version())
                .param("next", after.status().label())
                .param("nextVersion", after.version())
                .param("checkIn", checkIn.toMillis())
                .update();
        LostUpdate.unlessOne(changed, "move session", before.id());
    }

    /**
     * Takes sessions that are due for a look and sets their next one: the gap doubles from {@code firstGap} up to
     * {@code gapMax}. Sessions that another transaction works on are left to their next turn; nobody waits here. A row
     * that cannot be read has its next look like any other, and keeps no other from theirs.
     */
    public List<DueSession> claimDue(int most, Duration firstGap, Duration gapMax) {
        return jdbc.sql("""
                        WITH due AS MATERIALIZED (
                              SELECT id
                                FROM payonce.payment_sessions
                               WHERE next_check_at <= now()
                                 AND status IN ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling')
                            ORDER BY next_check_at
                               LIMIT :most
                                 FOR NO KEY UPDATE SKIP LOCKED)
                        UPDATE payonce.payment_sessions AS session
                           SET checks = checks + 1,
                               next_check_at = now() + interval '1 millisecond'
                                             * LEAST(:firstGap * power(2, LEAST(checks, 30)), :gapMax)
                          FROM due
                         WHERE session.id = due.id
                        RETURNING session.id, order_id, amount_minor, currency, status, provider, provider_payment_id,
                                  pay_url, expires_at, failure_code, failure_message, return_url, description,
                                  metadata, version, created_at, updated_at
                        """)
                .param("most", most)
                .param("firstGap", firstGap.toMillis())
                .param("gapMax", gapMax.toMillis())
                .query(rows::mapDue)
                .list();
    }

    /** How long the session that waits longest for its look has waited; zero if none is due. */
    public Duration longestOverdue() {
        return jdbc.sql("""
                        SELECT COALESCE(extract(epoch FROM now() - min(next_check_at)), 0)::float8
                          FROM payonce.payment_sessions
                         WHERE next_check_at <= now()
                           AND status IN ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling')
                        """)
                .query((rs, row) -> Duration.ofMillis(Math.round(rs.getDouble(1) * 1000)))
                .single();
    }

    /**
     * Sessions that were looked at at least so often and did not end, except those a person may still pay. Reads every
     * open session: not for each second.
     */
    public long countStuck(int checks) {
        return jdbc.sql("""
                        SELECT count(*)
                          FROM payonce.payment_sessions
                         WHERE status IN ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling')
                           AND checks >= :checks
                           AND (status <> 'Registered' OR expires_at < now())
                        """).param("checks", checks).query(Long.class).single();
    }
}
