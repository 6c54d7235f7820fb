package io.payonce.reconciler.store;

import io.payonce.schema.session.PaymentSession;
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
                """)
                .param("id", id)
                .param("order", session.orderId().value())
                .param("payment", session.id().value())
                .param("amount", session.money().amount())
                .param("currency", session.money().currency().getCurrencyCode())
                .update();
    }
}
