package io.payonce.testbed.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.Consumer;

/** A running PostgreSQL with logical decoding switched on. */
public interface PostgresServer {
    String USER = "postgres";

    String host();

    int port();

    default Database database(String name) {
        return new Database(host(), port(), name);
    }

    /** Opens a connection as superuser; the caller closes it. */
    default Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(database(database).jdbcUrl() + "?connectTimeout=3", USER, "postgres");
    }

    /** A new empty database whose name starts with {@code prefix}. */
    default Database freshDatabase(String prefix) {
        var name = uniqueName(prefix);
        execute("CREATE DATABASE " + name);
        return database(name);
    }

    /**
     * A copy of a template database. The first call on this server makes the template and lets {@code prepare} fill
     * it; other processes that ask for it at the same time wait.
     */
    default Database fromTemplate(String template, Consumer<Database> prepare) {
        try (var connection = connect(USER);
                var statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(hashtextextended('%s', 1))".formatted(template));
            var known = statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = '%s'".formatted(template));
            if (!known.next()) {
                var draft = freshDatabase(template + "_draft");
                prepare.accept(draft);
                statement.execute("ALTER DATABASE %s RENAME TO %s".formatted(draft.name(), template));
            }
            var name = uniqueName("t");
            statement.execute("CREATE DATABASE %s TEMPLATE %s".formatted(name, template));
            return database(name);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot copy template database " + template, e);
        }
    }

    private void execute(String sql) {
        try (var connection = connect(USER);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static String uniqueName(String prefix) {
        return prefix + "_" + UUID.randomUUID().toString().replace("-", "").substring(0, 16);
    }
}
