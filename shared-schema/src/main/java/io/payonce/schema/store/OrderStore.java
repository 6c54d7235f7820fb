package io.payonce.schema.store;

import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code orders}. Lock order everywhere: {@link #serialize} → order row → session row → the rest. */
public final class OrderStore {
    private final JdbcClient jdbc;

    public OrderStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Lets one transaction at a time work on the order, also when it has no row yet; ends with the transaction. */
    public void serialize(OrderId id) {
        jdbc.sql("SELECT payonce.lock_order(:id)")
                .param("id", id.value())
                .query((rs, row) -> true)
                .single();
    }

    /** Makes the order; false if it exists already. */
    public boolean insertIfAbsent(OrderId id, Money money, PaymentId activePaymentId) {
        return jdbc.sql("""
                        INSERT INTO payonce.orders (id, amount_minor, currency, status, active_payment_id)
                        VALUES (:id, :amount, :currency, 'AwaitingPayment', :payment)
                            ON CONFLICT (id) DO NOTHING
                        """)
                        .param("id", id.value())
                        .param("amount", money.amount())
                        .param("currency", money.currency().getCurrencyCode())
                        .param("payment", activePaymentId.value())
                        .update()
                == 1;
    }

    /** Reads the order and keeps its row locked until the transaction ends. */
    public Optional<Order> lock(OrderId id) {
        return jdbc.sql("""
                        SELECT id, amount_minor, currency, status, active_payment_id
                          FROM payonce.orders
                         WHERE id = :id
                           FOR NO KEY UPDATE
                        """).param("id", id.value()).query(OrderStore::order).optional();
    }

    public Optional<Order> find(OrderId id) {
        return jdbc.sql("""
                        SELECT id, amount_minor, currency, status, active_payment_id
                          FROM payonce.orders
                         WHERE id = :id
                        """).param("id", id.value()).query(OrderStore::order).optional();
    }

    /** Points an unpaid order at its new session. The row must be locked by the caller. */
    public void reopen(OrderId id, Money money, PaymentId activePaymentId) {
        var rows = jdbc.sql("""
                        UPDATE payonce.orders
                           SET amount_minor = :amount, currency = :currency, active_payment_id = :payment,
                               updated_at = now()
                         WHERE id = :id
                           AND status = 'AwaitingPayment'
                        """)
                .param("id", id.value())
                .param("amount", money.amount())
                .param("currency", money.currency().getCurrencyCode())
                .param("payment", activePaymentId.value())
                .update();
        LostUpdate.unlessOne(rows, "reopen order", id);
    }

    /** Marks the order paid by the payment, if no other payment was quicker. */
    public boolean markPaid(OrderId id, PaymentId payment) {
        return jdbc.sql("""
                        UPDATE payonce.orders
                           SET status = 'Paid', active_payment_id = :payment, updated_at = now()
                         WHERE id = :id
                           AND status = 'AwaitingPayment'
                        """)
                        .param("id", id.value())
                        .param("payment", payment.value())
                        .update()
                == 1;
    }

    /** Takes an ended session off its order. */
    public void release(OrderId id, PaymentId payment) {
        var rows = jdbc.sql("""
                        UPDATE payonce.orders
                           SET active_payment_id = NULL, updated_at = now()
                         WHERE id = :id
                           AND active_payment_id = :payment
                           AND status = 'AwaitingPayment'
                        """)
                .param("id", id.value())
                .param("payment", payment.value())
                .update();
        LostUpdate.unlessOne(rows, "release order", id);
    }

    private static Order order(ResultSet rs, int row) throws SQLException {
        var payment = rs.getObject("active_payment_id", UUID.class);
        return new Order(
                new OrderId(rs.getString("id")),
                Money.of(rs.getLong("amount_minor"), rs.getString("currency")),
                rs.getString("status").equals("Paid"),
                payment == null ? null : new PaymentId(payment));
    }
}
