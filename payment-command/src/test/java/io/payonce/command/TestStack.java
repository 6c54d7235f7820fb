package io.payonce.command;

import io.payonce.testbed.servers.Database;
import io.payonce.testbed.servers.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.test.context.DynamicPropertyRegistry;

/** A database of its own for one test class, on the servers that all tests share. */
public final class TestStack {
    private final Database database = TestServers.postgres().freshDatabase("command");

    /** Points the service under test at this database and the shared broker. */
    public void describe(DynamicPropertyRegistry properties) {
        properties.add("PAYONCE_DB_URL", database::jdbcUrl);
        properties.add("PAYONCE_KAFKA", () -> TestServers.kafka().bootstrapServers());
        properties.add("PAYONCE_RELAY_SLOT", database::name);
        properties.add("PAYONCE_PORT", () -> "0");
        properties.add("PAYONCE_CANCEL_CODE_KEY", () -> "a-key-for-tests-that-has-32-bytes-at-least");
    }

    public Database database() {
        return database;
    }

    /** A connection as superuser; the caller closes it. */
    public Connection connect() throws SQLException {
        return TestServers.postgres().connect(database.name());
    }

    /** The first column of every row, as text. */
    public List<String> query(String sql) {
        try (var connection = TestServers.postgres().connect(database.name());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var found = new ArrayList<String>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    public long count(String table) {
        return Long.parseLong(query("SELECT count(*) FROM payonce." + table).getFirst());
    }

    public void execute(String sql) {
        try (var connection = TestServers.postgres().connect(database.name());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** Empties every table a Create or a Cancel writes, and whatever hangs on one of them. */
    public void reset() {
        execute("TRUNCATE payonce.orders, payonce.payment_sessions, payonce.outbox, payonce.idempotency_keys,"
                + " payonce.cancel_codes CASCADE");
    }
}
