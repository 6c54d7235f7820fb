package io.payonce.command.store;

import io.payonce.schema.value.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The table {@code cancel_codes}: one live code per payment and the one that started its cancellation, as keyed hashes.
 * Expiry is judged by the database's clock at the begin of the transaction.
 */
@Repository
public class CancelCodes {
    private final JdbcClient jdbc;

    CancelCodes(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * What is stored for a payment.
     *
     * @param liveHash of the newest code; null once it is consumed
     * @param consumedHash of the code that started the cancellation
     */
    public record Stored(byte @Nullable [] liveHash, boolean expired, int triesLeft, byte @Nullable [] consumedHash) {
        @Override
        public String toString() {
            return "stored cancel code";
        }
    }

    /**
     * Makes this the payment's live code in place of any other; a code that was consumed stays where it is.
     *
     * @param keepExpired how long after its expiry the row stays
     * @return when the code expires
     */
    public Instant replace(PaymentId payment, byte[] hash, int tries, Duration lifetime, Duration keepExpired) {
        return jdbc.sql("""
                        INSERT INTO payonce.cancel_codes AS c
                               (payment_id, code_hash, expires_at, attempts_left, keep_until)
                        VALUES (:payment, :hash, now() + :lifetime * interval '1 millisecond', :tries,
                                now() + :keep * interval '1 millisecond')
                            ON CONFLICT (payment_id)
                            DO UPDATE
                           SET code_hash = excluded.code_hash, expires_at = excluded.expires_at,
                               attempts_left = excluded.attempts_left,
                               keep_until = GREATEST(c.keep_until, excluded.keep_until)
                        RETURNING expires_at
                        """)
                .param("payment", payment.value())
                .param("hash", hash)
                .param("lifetime", lifetime.toMillis())
                .param("tries", tries)
                .param("keep", lifetime.plus(keepExpired).toMillis())
                .query((rs, row) ->
                        rs.getObject("expires_at", OffsetDateTime.class).toInstant())
                .single();
    }

    /** Reads the payment's codes and keeps the row locked until the transaction ends; lock order and session first. */
    public Optional<Stored> lock(PaymentId payment) {
        return jdbc.sql("""
                        SELECT code_hash, COALESCE(expires_at <= now(), FALSE) AS expired, attempts_left, consumed_hash
                          FROM payonce.cancel_codes
                         WHERE payment_id = :payment
                           FOR UPDATE
                        """)
                .param("payment", payment.value())
                .query(CancelCodes::stored)
                .optional();
    }

    /** Takes one try from a live code; false if it has none left or is gone. */
    public boolean countWrongTry(PaymentId payment) {
        return jdbc.sql("""
                        UPDATE payonce.cancel_codes
                           SET attempts_left = attempts_left - 1
                         WHERE payment_id = :payment
                           AND code_hash IS NOT NULL
                           AND attempts_left > 0
                        """).param("payment", payment.value()).update() == 1;
    }

    /**
     * Consumes the live code if it is this one and may be used. Equality in SQL is safe: the hash is keyed, so how long
     * a comparison takes tells nothing about the code to who cannot choose the hash.
     *
     * @param operation the money operation it starts
     * @param keep how long its repeat is known
     */
    public boolean consume(PaymentId payment, byte[] hash, PaymentId operation, Duration keep) {
        return jdbc.sql("""
                        UPDATE payonce.cancel_codes
                           SET consumed_hash = code_hash, consumed_at = now(), operation_id = :operation,
                               code_hash = NULL, expires_at = NULL,
                               keep_until = GREATEST(keep_until, now() + :keep * interval '1 millisecond')
                         WHERE payment_id = :payment
                           AND consumed_at IS NULL
                           AND code_hash = :hash
                           AND expires_at > now()
                           AND attempts_left > 0
                        """)
                        .param("payment", payment.value())
                        .param("hash", hash)
                        .param("operation", operation.value())
                        .param("keep", keep.toMillis())
                        .update()
                == 1;
    }

    /** Forgets rows whose time is over; rows somebody works on are left to the next call. */
    public int deleteForgotten(int most) {
        return jdbc.sql("""
                DELETE FROM payonce.cancel_codes
                 WHERE payment_id IN (SELECT payment_id
                                        FROM payonce.cancel_codes
                                       WHERE keep_until < now()
                                    ORDER BY keep_until
                                       LIMIT :most
                                         FOR UPDATE SKIP LOCKED)
                """).param("most", most).update();
    }

    private static Stored stored(ResultSet rs, int row) throws SQLException {
        return new Stored(
                rs.getBytes("code_hash"),
                rs.getBoolean("expired"),
                rs.getInt("attempts_left"),
                rs.getBytes("consumed_hash"));
    }
}
