package io.payonce.schema.store;

import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.Topics;
import java.util.Map;
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
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("an event needs the transaction of its cause");
        }
        var trace = envelope.traceparent();
        jdbc.sql("""
                INSERT INTO payonce.outbox (id, topic, message_key, type, payload, headers, sequence)
                VALUES (:id, :topic, :key, :type, CAST(:payload AS json), CAST(:headers AS json), :sequence)
                """)
                .param("id", envelope.eventId())
                .param("topic", envelope.type().topic())
                .param("key", envelope.key())
                .param("type", envelope.type().wireName())
                .param("payload", events.write(envelope))
                .param(
                        "headers",
                        trace == null
                                ? "{}"
                                : JsonMapper.shared().writeValueAsString(Map.of(Topics.HEADER_TRACEPARENT, trace)))
                .param("sequence", envelope.sequence())
                .update();
    }
}
