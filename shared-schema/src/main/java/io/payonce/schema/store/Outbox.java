package io.payonce.schema.store;

import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.Topics;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * The table {@code outbox}: events leave with the commit of their cause. Delivery is at least once, in commit order per
 * key; a consumer may see an event before it can read the rows of the same commit.
 */
public final class Outbox {
    private final JdbcClient jdbc;
    private final EventJson events;

    public Outbox(JdbcClient jdbc, EventJson events) {
        this.jdbc = jdbc;
        this.events = events;
    }

    /**
     * Adds the event to the caller's transaction.
     *
     * @throws IllegalStateException without a transaction: the event could leave while its cause does not
     */
    public void append(Envelope envelope) {
        appendAll(List.of(envelope));
    }

    /**
     * Adds the events to the caller's transaction, in one statement and in this order. Each is a row of its own in the
     * log, which the relay counts on; COPY would not do that.
     *
     * @throws IllegalStateException without a transaction: the events could leave while their cause does not
     */
    public void appendAll(List<Envelope> envelopes) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("an event needs the transaction of its cause");
        }
        if (envelopes.isEmpty()) {
            return;
        }
        jdbc.sql("""
                INSERT INTO payonce.outbox (id, topic, message_key, type, payload, headers, sequence)
                     SELECT CAST(id AS uuid), topic, message_key, type, CAST(payload AS json), CAST(headers AS json),
                            CAST(sequence AS bigint)
                       FROM unnest(:ids, :topics, :keys, :types, :payloads, :headers, :sequences) WITH ORDINALITY
                              AS event (id, topic, message_key, type, payload, headers, sequence, place)
                   ORDER BY place
                """)
                .param("ids", column(envelopes, envelope -> envelope.eventId().toString()))
                .param("topics", column(envelopes, envelope -> envelope.type().topic()))
                .param("keys", column(envelopes, Envelope::key))
                .param("types", column(envelopes, envelope -> envelope.type().wireName()))
                .param("payloads", column(envelopes, events::write))
                .param("headers", column(envelopes, Outbox::headers))
                .param("sequences", column(envelopes, envelope -> Long.toString(envelope.sequence())))
                .update();
    }

    private static String headers(Envelope envelope) {
        var trace = envelope.traceparent();
        return trace == null ? "{}" : JsonMapper.shared().writeValueAsString(Map.of(Topics.HEADER_TRACEPARENT, trace));
    }

    /** One value of each event, as an array for the driver. */
    private static SqlParameterValue column(List<Envelope> envelopes, Function<Envelope, String> value) {
        return new SqlParameterValue(Types.ARRAY, envelopes.stream().map(value).toArray(String[]::new));
    }
}
