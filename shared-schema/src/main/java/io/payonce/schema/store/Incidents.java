package io.payonce.schema.store;

import io.payonce.schema.value.Ids;
import io.payonce.schema.value.PaymentId;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code incidents}: what a person must know. */
public final class Incidents {
    /** Longer details are cut; an incident points at evidence, it does not hold it. */
    private static final int DETAIL_LENGTH_MAX = 1000;

    private final JdbcClient jdbc;
    private final Ids ids;

    public Incidents(JdbcClient jdbc, Ids ids) {
        this.jdbc = jdbc;
        this.ids = ids;
    }

    /** What went wrong; the name is what operators search for. */
    public enum Kind {
        AMOUNT_MISMATCH,
        FOREIGN_PROVIDER_PAYMENT,
        UNMATCHED_REPORT,
        LATE_MONEY,
        RELAY_GAP
    }

    /** Opens an incident, or counts the fact once more if it is open already. True if it is new. */
    public boolean raise(Kind kind, String dedupeKey, @Nullable PaymentId payment, String detail) {
        var times = jdbc.sql("""
                        INSERT INTO payonce.incidents AS known (id, kind, dedupe_key, payment_id, detail)
                        VALUES (:id, :kind, :dedupeKey, :payment, :detail)
                            ON CONFLICT (kind, dedupe_key) WHERE closed_at IS NULL
                            DO UPDATE SET times = known.times + 1, last_at = now()
                        RETURNING times
                        """)
                .param("id", ids.next())
                .param("kind", kind.name())
                .param("dedupeKey", dedupeKey)
                .param("payment", payment == null ? null : payment.value(), java.sql.Types.OTHER)
                .param("detail", detail.substring(0, Math.min(detail.length(), DETAIL_LENGTH_MAX)))
                .query(Integer.class)
                .single();
        return times == 1;
    }
}
