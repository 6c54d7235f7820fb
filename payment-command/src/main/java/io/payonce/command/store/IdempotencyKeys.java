package io.payonce.command.store;

import io.payonce.command.idempotency.IdempotencyKey;
import io.payonce.command.idempotency.StoredAnswer;
import io.payonce.command.idempotency.StoredRequest;
import io.payonce.schema.value.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code idempotency_keys}. A key is written in the transaction of its effect, together with its answer. */
@Repository
public class IdempotencyKeys {
    private final JdbcClient jdbc;

    IdempotencyKeys(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public Optional<StoredRequest> find(IdempotencyKey key) {
        return jdbc.sql("""
                        SELECT fingerprint, payment_id, response_status, response_body, lease_until < now() AS abandoned
                          FROM payonce.idempotency_keys
                         WHERE client_id = :client
                           AND key = :key
                        """)
                .param("client", key.client())
                .param("key", key.key())
                .query(IdempotencyKeys::stored)
                .optional();
    }

    /** Keeps the key with its final answer; false if another request has used the key meanwhile. */
    public boolean insertIfAbsent(IdempotencyKey key, byte[] fingerprint, PaymentId payment, StoredAnswer answer) {
        return jdbc.sql("""
                        INSERT INTO payonce.idempotency_keys
                               (client_id, key, fingerprint, status, payment_id, response_status, response_body)
                        VALUES (:client, :key, :fingerprint, 'Succeeded', :payment, :status, CAST(:body AS json))
                            ON CONFLICT (client_id, key) DO NOTHING
                        """)
                        .param("client", key.client())
                        .param("key", key.key())
                        .param("fingerprint", fingerprint)
                        .param("payment", payment.value())
                        .param("status", answer.status())
                        .param("body", answer.body())
                        .update()
                == 1;
    }

    /**
     * Keeps the key while its answer is still waited for; false if another request has used the key meanwhile.
     *
     * @param ownedFor how long nobody else may answer in the caller's stead
     */
    public boolean insertProcessing(IdempotencyKey key, byte[] fingerprint, PaymentId payment, Duration ownedFor) {
        return jdbc.sql("""
                        INSERT INTO payonce.idempotency_keys
                               (client_id, key, fingerprint, status, payment_id, lease_until)
                        VALUES (:client, :key, :fingerprint, 'Processing', :payment,
                                now() + :ownedFor * interval '1 millisecond')
                            ON CONFLICT (client_id, key) DO NOTHING
                        """)
                        .param("client", key.client())
                        .param("key", key.key())
                        .param("fingerprint", fingerprint)
                        .param("payment", payment.value())
                        .param("ownedFor", ownedFor.toMillis())
                        .update()
                == 1;
    }

    /** Settles what a waiting request is answered; false if somebody else has settled it first. */
    public boolean finish(IdempotencyKey key, StoredAnswer answer) {
        return jdbc.sql("""
                        UPDATE payonce.idempotency_keys
                           SET status = 'Succeeded', response_status = :status, response_body = CAST(:body AS json),
                               lease_until = NULL
                         WHERE client_id = :client
                           AND key = :key
                           AND status = 'Processing'
                        """)
                        .param("client", key.client())
                        .param("key", key.key())
                        .param("status", answer.status())
                        .param("body", answer.body())
                        .update()
                == 1;
    }

    /** Forgets old keys, those whose answer never came included; returns how many, {@code most} at most. */
    public int deleteOlderThan(Duration age, int most) {
        return jdbc.sql("""
                        DELETE FROM payonce.idempotency_keys
                         WHERE (client_id, key) IN (SELECT client_id, key
                                                      FROM payonce.idempotency_keys
                                                     WHERE created_at < now() - :age * interval '1 millisecond'
                                                  ORDER BY created_at
                                                     LIMIT :most)
                        """).param("age", age.toMillis()).param("most", most).update();
    }

    private static StoredRequest stored(ResultSet rs, int row) throws SQLException {
        var status = rs.getObject("response_status", Integer.class);
        return new StoredRequest(
                rs.getBytes("fingerprint"),
                new PaymentId(rs.getObject("payment_id", UUID.class)),
                status == null ? null : new StoredAnswer(status, rs.getString("response_body")),
                rs.getBoolean("abandoned"));
    }
}
