package io.payonce.worker.store;

import io.payonce.schema.value.PaymentId;
import io.payonce.worker.operation.NewOperation;
import io.payonce.worker.operation.Operation;
import io.payonce.worker.operation.Registration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The table {@code provider_operations}: the durable queue. Due times and leases are the database clock's. What a
 * claimer writes is guarded by its epoch; false means that somebody else has the operation by now.
 */
@Repository
public class OperationQueue {
    private final JdbcClient jdbc;
    private final OperationRow rows = new OperationRow();

    OperationQueue(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Adds the operation; false if its like is there: one register and reverse ever, one check at a time. */
    public boolean insertIfAbsent(UUID id, NewOperation operation) {
        return jdbc.sql("""
                        INSERT INTO payonce.provider_operations
                               (id, payment_id, session_id, order_id, kind, state, provider, idempotency_key,
                                amount_minor, currency, description, return_url, traceparent, asked_at)
                        VALUES (:id, :payment, :session, :order, :kind, 'Open', :provider, :key,
                                :amount, :currency, :description, :returnUrl, :traceparent, :askedAt)
                            ON CONFLICT DO NOTHING
                        """).params(OperationRow.params(id, operation)).update() == 1;
    }

    /**
     * Takes due operations of sessions nobody else works on, at most one per session.
     *
     * <p>Two statements, because a statement's snapshot is older than a lock it takes: the first locks the sessions
     * (and gets no lock where another claimer is at work), the second looks again with a fresh snapshot and claims.
     * A reverse goes before a registration, which stays where it is until the reverse is over.
     *
     * @throws IllegalStateException without a transaction
     */
    public List<Operation> claimDue(String provider, int most, Duration lease) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("the locks of a claim need a transaction");
        }
        var candidates = lockCandidates(provider, most);
        if (candidates.isEmpty()) {
            return List.of();
        }
        return jdbc.sql("""
                           UPDATE payonce.provider_operations AS o
                              SET lease_until = now() + :lease * interval '1 millisecond', epoch = epoch + 1,
                                  attempt = attempt + 1, updated_at = now()
                            WHERE o.id IN (:ids)
                              AND o.state = 'Open'
                              AND o.due_at <= now()
                              AND (o.lease_until IS NULL OR o.lease_until < now())
                              AND NOT EXISTS (SELECT
                                                FROM payonce.provider_operations AS other
                                               WHERE other.session_id = o.session_id
                                                 AND other.state = 'Open'
                                                 AND other.id <> o.id
                                                 AND (other.lease_until >= now()
                                                      OR o.kind = 'register' AND other.kind = 'reverse'))
                        RETURNING id, payment_id, session_id, order_id, kind, provider, idempotency_key, amount_minor,
                                  currency, description, return_url, provider_payment_id, traceparent, asked_at,
                                  attempt, epoch, sent_at, reported
                        """)
                .param("ids", candidates)
                .param("lease", lease.toMillis())
                .query(rows)
                .list();
    }

    private List<UUID> lockCandidates(String provider, int most) {
        return jdbc.sql("""
                        WITH due AS MATERIALIZED (
                              SELECT o.id, o.session_id, o.kind, o.due_at
                                FROM payonce.provider_operations AS o
                               WHERE o.state = 'Open'
                                 AND o.provider = :provider
                                 AND o.due_at <= now()
                                 AND (o.lease_until IS NULL OR o.lease_until < now())
                                 AND NOT EXISTS (SELECT
                                                   FROM payonce.provider_operations AS other
                                                  WHERE other.session_id = o.session_id
                                                    AND other.state = 'Open'
                                                    AND other.id <> o.id
                                                    AND (other.lease_until >= now()
                                                         OR o.kind = 'register' AND other.kind = 'reverse'))
                            ORDER BY o.due_at
                               LIMIT :most
                                 FOR UPDATE OF o SKIP LOCKED),
                             one_per_session AS MATERIALIZED (
                              SELECT DISTINCT ON (session_id) id, session_id
                                FROM due
                            ORDER BY session_id, CASE kind WHEN 'reverse' THEN 1 WHEN 'register' THEN 2 ELSE 3 END)
                        SELECT id
                          FROM one_per_session
                         WHERE pg_try_advisory_xact_lock(hashtextextended(session_id::text, 7403))
                        """)
                .param("provider", provider)
                .param("most", most)
                .query(UUID.class)
                .list();
    }

    /** Notes that a create call goes out now and renews the lease; the call may only be made if this is true. */
    public boolean markSent(Operation operation, Duration lease) {
        return jdbc.sql("""
                        UPDATE payonce.provider_operations
                           SET sent_at = now(), lease_until = now() + :lease * interval '1 millisecond',
                               updated_at = now()
                         WHERE id = :id
                           AND epoch = :epoch
                           AND state = 'Open'
                        """)
                        .param("id", operation.id())
                        .param("epoch", operation.epoch())
                        .param("lease", lease.toMillis())
                        .update()
                == 1;
    }

    public boolean end(Operation operation, String outcome, @Nullable String providerPaymentId) {
        return jdbc.sql("""
                        UPDATE payonce.provider_operations
                           SET state = 'Done', outcome = :outcome, lease_until = NULL, updated_at = now(),
                               provider_payment_id = COALESCE(provider_payment_id, :providerPaymentId)
                         WHERE id = :id
                           AND epoch = :epoch
                           AND state = 'Open'
                        """)
                        .param("id", operation.id())
                        .param("epoch", operation.epoch())
                        .param("outcome", outcome)
                        .param("providerPaymentId", providerPaymentId)
                        .update()
                == 1;
    }

    /** Gives the operation back for another round. */
    public boolean postpone(
            Operation operation, Duration dueIn, @Nullable String providerPaymentId, @Nullable String reported) {
        return jdbc.sql("""
                        UPDATE payonce.provider_operations
                           SET due_at = now() + :dueIn * interval '1 millisecond', lease_until = NULL,
                               updated_at = now(), reported = COALESCE(reported, :reported),
                               provider_payment_id = COALESCE(provider_payment_id, :providerPaymentId)
                         WHERE id = :id
                           AND epoch = :epoch
                           AND state = 'Open'
                        """)
                        .param("id", operation.id())
                        .param("epoch", operation.epoch())
                        .param("dueIn", dueIn.toMillis())
                        .param("reported", reported)
                        .param("providerPaymentId", providerPaymentId)
                        .update()
                == 1;
    }

    /** Gives the operation back as if it had not been tried. */
    public boolean putBack(Operation operation, Duration dueIn) {
        return jdbc.sql("""
                        UPDATE payonce.provider_operations
                           SET due_at = now() + :dueIn * interval '1 millisecond', lease_until = NULL,
                               attempt = attempt - 1, updated_at = now()
                         WHERE id = :id
                           AND epoch = :epoch
                           AND state = 'Open'
                        """)
                        .param("id", operation.id())
                        .param("epoch", operation.epoch())
                        .param("dueIn", dueIn.toMillis())
                        .update()
                == 1;
    }

    public Optional<Registration> registration(PaymentId session) {
        return jdbc.sql("""
                        SELECT state, outcome, provider_payment_id,
                               CAST(EXTRACT(EPOCH FROM now() - sent_at) * 1000 AS bigint) AS sent_millis_ago
                          FROM payonce.provider_operations
                         WHERE payment_id = :session
                           AND kind = 'register'
                        """)
                .param("session", session.value())
                .query(OperationRow::registration)
                .optional();
    }

    /**
     * Reads the registration and raises its epoch if it is open, so that whoever may still hold an outlived lease on it
     * can send and write nothing more. For a claimed reverse, which alone may do this.
     */
    public Optional<Registration> takeOverRegistration(PaymentId session) {
        jdbc.sql("""
                UPDATE payonce.provider_operations
                   SET epoch = epoch + 1, lease_until = NULL, updated_at = now()
                 WHERE payment_id = :session
                   AND kind = 'register'
                   AND state = 'Open'
                """).param("session", session.value()).update();
        return registration(session);
    }

    /** Ends the registration if it is open: others found out what it was to find out. */
    public void endRegistration(PaymentId session, String outcome, @Nullable String providerPaymentId) {
        jdbc.sql("""
                UPDATE payonce.provider_operations
                   SET state = 'Done', outcome = :outcome, lease_until = NULL, updated_at = now(),
                       provider_payment_id = COALESCE(provider_payment_id, :providerPaymentId)
                 WHERE payment_id = :session
                   AND kind = 'register'
                   AND state = 'Open'
                """)
                .param("session", session.value())
                .param("outcome", outcome)
                .param("providerPaymentId", providerPaymentId)
                .update();
    }

    /** Replaces a registration of which nothing was ever sent, again if need be; false if there is none such. */
    public boolean replaceRegistration(PaymentId session) {
        return jdbc.sql("""
                        UPDATE payonce.provider_operations
                           SET state = 'Replaced', outcome = 'replaced_by_reverse', lease_until = NULL,
                               updated_at = now()
                         WHERE payment_id = :session
                           AND kind = 'register'
                           AND state IN ('Open', 'Replaced')
                           AND sent_at IS NULL
                        """).param("session", session.value()).update() == 1;
    }

    /** Whether the session was ever to be taken back. */
    public boolean isReversed(PaymentId session) {
        return jdbc.sql("""
                        SELECT EXISTS (SELECT
                                         FROM payonce.provider_operations
                                        WHERE payment_id = :session
                                          AND kind = 'reverse')
                        """)
                .param("session", session.value())
                .query(Boolean.class)
                .single();
    }

    /** How long until an operation becomes due that is not due yet. */
    public Optional<Duration> nextDueIn() {
        return jdbc.sql("""
                        SELECT CAST(EXTRACT(EPOCH FROM min(due_at) - now()) * 1000 AS bigint)
                          FROM payonce.provider_operations
                         WHERE state = 'Open'
                           AND due_at > now()
                        """)
                .query((rs, row) ->
                        Optional.ofNullable(rs.getObject(1, Long.class)).map(Duration::ofMillis))
                .single();
    }
}
