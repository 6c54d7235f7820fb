package io.payonce.reconciler.store;

import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.PaymentId;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code accounting_entries}: money that moved. */
@Repository
public class AccountingEntries {
    private final JdbcClient jdbc;

    AccountingEntries(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The order's one receipt. A second one violates {@code ux_order_payment_receipt} and rolls everything back. */
    public void insertReceipt(UUID id, PaymentSession session) {
        jdbc.sql("""
                INSERT INTO payonce.accounting_entries (id, order_id, payment_id, entry_type, amount_minor, currency)
                VALUES (:id, :order, :payment, 'PaymentReceived', :amount, :currency)
                """).params(params(id, session, session.money())).update();
    }

    /** Money that came for a session which had ended without; false if it is booked already. */
    public boolean insertLateReceipt(UUID id, PaymentSession session, Money late) {
        return jdbc.sql("""
                        INSERT INTO payonce.accounting_entries
                               (id, order_id, payment_id, entry_type, amount_minor, currency)
                        VALUES (:id, :order, :payment, 'LatePaymentReceived', :amount, :currency)
                            ON CONFLICT (payment_id, entry_type) DO NOTHING
                        """).params(params(id, session, late)).update() == 1;
    }

    /** What was booked as late is back with the payer; false if nothing was booked. Once per payment. */
    public boolean insertLateReversal(UUID id, PaymentId payment) {
        return jdbc.sql("""
                        INSERT INTO payonce.accounting_entries
                               (id, order_id, payment_id, entry_type, amount_minor, currency)
                        SELECT :id, order_id, payment_id, 'LatePaymentReversed', amount_minor, currency
                          FROM payonce.accounting_entries
                         WHERE payment_id = :payment
                           AND entry_type = 'LatePaymentReceived'
                        """).param("id", id).param("payment", payment.value()).update() == 1;
    }

    private static Map<String, Object> params(UUID id, PaymentSession session, Money money) {
        return Map.of(
                "id", id,
                "order", session.orderId().value(),
                "payment", session.id().value(),
                "amount", money.amount(),
                "currency", money.currency().getCurrencyCode());
    }
}
