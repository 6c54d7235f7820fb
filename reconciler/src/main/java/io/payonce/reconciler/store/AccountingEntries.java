package io.payonce.reconciler.store;

import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.PaymentId;
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
        insert(id, session, "PaymentReceived", session.money());
    }

    /** Money that came for a session which had ended without; once per payment. */
    public void insertLateReceipt(UUID id, PaymentSession session, Money late) {
        insert(id, session, "LatePaymentReceived", late);
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

    private void insert(UUID id, PaymentSession session, String type, Money money) {
        jdbc.sql("""
                INSERT INTO payonce.accounting_entries (id, order_id, payment_id, entry_type, amount_minor, currency)
                VALUES (:id, :order, :payment, :type, :amount, :currency)
                """)
                .param("id", id)
                .param("order", session.orderId().value())
                .param("payment", session.id().value())
                .param("type", type)
                .param("amount", money.amount())
                .param("currency", money.currency().getCurrencyCode())
                .update();
    }
}
