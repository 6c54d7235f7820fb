package io.payonce.schema.store;

import io.payonce.schema.session.SessionStatus;
import io.payonce.schema.value.PaymentId;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code processed_events}: each status of a payment takes effect once, however often it is delivered. */
public final class ProcessedEvents {
    private final JdbcClient jdbc;

    public ProcessedEvents(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Records that the status takes effect in this transaction; false if it already has.
     *
     * @param payment the money operation: the payment's own id, or that of a late reversal
     */
    public boolean insertIfAbsent(PaymentId payment, SessionStatus status, UUID event) {
        return jdbc.sql("""
                        INSERT INTO payonce.processed_events (payment_id, status, event_id)
                        VALUES (:payment, :status, :event)
                            ON CONFLICT (payment_id, status) DO NOTHING
                        """)
                        .param("payment", payment.value())
                        .param("status", status.label())
                        .param("event", event)
                        .update()
                == 1;
    }
}
