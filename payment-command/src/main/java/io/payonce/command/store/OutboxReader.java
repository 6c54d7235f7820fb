package io.payonce.command.store;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads the table {@code outbox} where the log cannot help any more. */
@Repository
public class OutboxReader {
    private final JdbcClient jdbc;

    OutboxReader(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A place in the outbox's order. */
    public record Position(Instant createdAt, UUID id) {}

    /** One event. */
    public record Row(Position position, String topic, String key, String type, String payload, String headers) {}

    /** The rows after {@code last}, oldest first. */
    public List<Row> page(Position last, int most) {
        return jdbc.sql("""
                          SELECT id, topic, message_key, type, payload, headers, created_at
                            FROM payonce.outbox
                           WHERE (created_at, id) > (:createdAt, :id)
                        ORDER BY created_at, id
                           LIMIT :most
                        """)
                .param("createdAt", last.createdAt().atOffset(ZoneOffset.UTC))
                .param("id", last.id())
                .param("most", most)
                .query((rs, row) -> new Row(
                        new Position(
                                rs.getObject("created_at", OffsetDateTime.class).toInstant(),
                                rs.getObject("id", UUID.class)),
                        rs.getString("topic"),
                        rs.getString("message_key"),
                        rs.getString("type"),
                        rs.getString("payload"),
                        rs.getString("headers")))
                .list();
    }
}
