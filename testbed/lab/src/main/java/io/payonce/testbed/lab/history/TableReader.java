package io.payonce.testbed.lab.history;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads all tables as of one moment. */
final class TableReader {
    private final Connection connection;

    TableReader(Connection connection) {
        this.connection = connection;
    }

    private interface Mapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    Tables read() throws SQLException {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        }
        var tables = new Tables(
                orders(),
                sessions(),
                entries(),
                outbox(),
                processed(),
                incidents(),
                keys(),
                operations(),
                late(),
                outgoing());
        connection.rollback();
        return tables;
    }

    private List<Tables.Order> orders() throws SQLException {
        return rows(
                "SELECT id, amount_minor, currency, status, active_payment_id FROM payonce.orders",
                row -> new Tables.Order(
                        row.getString(1), row.getLong(2), row.getString(3), row.getString(4), row.getString(5)));
    }

    private List<Tables.Session> sessions() throws SQLException {
        return rows(
                """
                SELECT id, order_id, amount_minor, currency, status, provider_payment_id, failure_code, version,
                       created_at, updated_at
                  FROM payonce.payment_sessions
                """,
                row -> new Tables.Session(
                        row.getString(1),
                        row.getString(2),
                        row.getLong(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getInt(8),
                        instant(row, 9),
                        instant(row, 10)));
    }

    private List<Tables.Entry> entries() throws SQLException {
        return rows(
                "SELECT order_id, payment_id, entry_type, amount_minor, currency FROM payonce.accounting_entries",
                row -> new Tables.Entry(
                        row.getString(1), row.getString(2), row.getString(3), row.getLong(4), row.getString(5)));
    }

    private List<Tables.OutboxRow> outbox() throws SQLException {
        return rows(
                "SELECT topic, payload FROM payonce.outbox ORDER BY created_at, id",
                row -> new Tables.OutboxRow(
                        row.getString(1), Event.of(row.getString(2)).orElseThrow()));
    }

    private List<Tables.Processed> processed() throws SQLException {
        return rows(
                "SELECT payment_id, status, processed_at FROM payonce.processed_events",
                row -> new Tables.Processed(row.getString(1), row.getString(2), instant(row, 3)));
    }

    private List<Tables.Incident> incidents() throws SQLException {
        return rows(
                "SELECT kind, payment_id, detail, closed_at IS NULL FROM payonce.incidents",
                row -> new Tables.Incident(row.getString(1), row.getString(2), row.getString(3), row.getBoolean(4)));
    }

    private List<Tables.Key> keys() throws SQLException {
        return rows(
                "SELECT client_id, key, status, payment_id, response_status FROM payonce.idempotency_keys",
                row -> new Tables.Key(
                        row.getString(1), row.getString(2), row.getString(3), row.getString(4), row.getInt(5)));
    }

    private List<Tables.Operation> operations() throws SQLException {
        return rows(
                """
                SELECT id, payment_id, session_id, kind, state, idempotency_key, attempt, epoch
                  FROM payonce.provider_operations
                """,
                row -> new Tables.Operation(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getInt(7),
                        row.getLong(8)));
    }

    private @Nullable List<Tables.Late> late() throws SQLException {
        return exists("late_payments")
                ? rows(
                        "SELECT payment_id, state FROM payonce.late_payments",
                        row -> new Tables.Late(row.getString(1), row.getString(2)))
                : null;
    }

    private @Nullable List<Tables.Outgoing> outgoing() throws SQLException {
        return exists("notifications")
                ? rows(
                        "SELECT event_id, state = 'Delivered' FROM payonce.notifications",
                        row -> new Tables.Outgoing(row.getString(1), row.getBoolean(2)))
                : null;
    }

    private boolean exists(String table) throws SQLException {
        try (var statement = connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
            statement.setString(1, "payonce." + table);
            try (var row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    private <T> List<T> rows(String sql, Mapper<T> mapper) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var all = new ArrayList<T>();
            while (rows.next()) {
                all.add(mapper.map(rows));
            }
            return all;
        }
    }

    private static Instant instant(ResultSet row, int column) throws SQLException {
        Timestamp time = row.getTimestamp(column);
        return time.toInstant();
    }
}
