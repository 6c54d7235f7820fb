package io.payonce.reconciler.store;

import io.payonce.reconciler.store.LatePayment.State;
import io.payonce.schema.store.LostUpdate;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code late_payments}, one row per payment. Lock the payment's order and session first. */
@Repository
public class LatePayments {
    /** How soon the first look is repeated if nothing is heard. */
    private static final Duration FIRST_GAP = Duration.ofSeconds(5);

    private static final Duration GAP_MAX = Duration.ofHours(1);

    private final JdbcClient jdbc;

    LatePayments(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** How many are in each state that wants attention. */
    public record Open(long inMotion, long toReview) {}

    public Optional<LatePayment> find(PaymentId payment) {
        return jdbc.sql("""
                        SELECT payment_id, operation_id, state, amount_minor, currency, why
                          FROM payonce.late_payments
                         WHERE payment_id = :payment
                        """)
                .param("payment", payment.value())
                .query(LatePayments::late)
                .optional();
    }

    public void insert(LatePayment late) {
        jdbc.sql("""
                INSERT INTO payonce.late_payments
                       (payment_id, operation_id, state, amount_minor, currency, why, next_check_at)
                VALUES (:payment, :operation, :state, :amount, :currency, :why,
                        CASE WHEN :inMotion THEN now() + :gap * interval '1 millisecond' END)
                """)
                .param("payment", late.payment().value())
                .param("operation", late.operation().value())
                .param("state", late.state().label())
                .param("amount", amount(late))
                .param("currency", currency(late))
                .param("why", late.why())
                .param("inMotion", late.state().isInMotion())
                .param("gap", FIRST_GAP.toMillis())
                .update();
    }

    /** @throws LostUpdate if the row is no longer in the state of {@code before} */
    public void move(LatePayment before, LatePayment after) {
        var changed = jdbc.sql("""
                        UPDATE payonce.late_payments
                           SET state = :next, amount_minor = :amount, currency = :currency, why = :why, checks = 0,
                               next_check_at = CASE WHEN :inMotion THEN now() + :gap * interval '1 millisecond' END,
                               updated_at = now()
                         WHERE payment_id = :payment
                           AND state = :state
                        """)
                .param("payment", before.payment().value())
                .param("state", before.state().label())
                .param("next", after.state().label())
                .param("amount", amount(after))
                .param("currency", currency(after))
                .param("why", after.why())
                .param("inMotion", after.state().isInMotion())
                .param("gap", FIRST_GAP.toMillis())
                .update();
        LostUpdate.unlessOne(changed, "move late payment", before.payment());
    }

    /** Takes what is due for a look and sets the next one: the gap doubles up to an hour. Nobody waits here. */
    public List<LatePayment> claimDue(int most) {
        return jdbc.sql("""
                        UPDATE payonce.late_payments
                           SET checks = checks + 1,
                               next_check_at = now() + interval '1 millisecond'
                                             * LEAST(:firstGap * power(2, LEAST(checks, 30)), :gapMax)
                         WHERE payment_id IN (SELECT payment_id
                                                FROM payonce.late_payments
                                               WHERE next_check_at <= now()
                                                 AND state IN ('Suspected', 'Reversing')
                                            ORDER BY next_check_at
                                               LIMIT :most
                                                 FOR NO KEY UPDATE SKIP LOCKED)
                        RETURNING payment_id, operation_id, state, amount_minor, currency, why
                        """)
                .param("most", most)
                .param("firstGap", FIRST_GAP.toMillis())
                .param("gapMax", GAP_MAX.toMillis())
                .query(LatePayments::late)
                .list();
    }

    public Open countOpen() {
        return jdbc.sql("""
                        SELECT (SELECT count(*)
                                  FROM payonce.late_payments
                                 WHERE state IN ('Suspected', 'Reversing')) AS in_motion,
                               (SELECT count(*)
                                  FROM payonce.late_payments
                                 WHERE state = 'Review') AS to_review
                        """)
                .query((rs, row) -> new Open(rs.getLong("in_motion"), rs.getLong("to_review")))
                .single();
    }

    private static LatePayment late(ResultSet rs, int row) throws SQLException {
        var currency = rs.getString("currency");
        return new LatePayment(
                new PaymentId(rs.getObject("payment_id", UUID.class)),
                new PaymentId(rs.getObject("operation_id", UUID.class)),
                State.valueOf(rs.getString("state").toUpperCase(Locale.ROOT)),
                currency == null ? null : Money.of(rs.getLong("amount_minor"), currency),
                rs.getString("why"));
    }

    private static @Nullable Long amount(LatePayment late) {
        return late.money() == null ? null : late.money().amount();
    }

    private static @Nullable String currency(LatePayment late) {
        return late.money() == null ? null : late.money().currency().getCurrencyCode();
    }
}
