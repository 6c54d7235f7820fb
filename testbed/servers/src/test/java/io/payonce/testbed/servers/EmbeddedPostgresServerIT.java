package io.payonce.testbed.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of ours is a real one: what was committed survives the death of its processes. */
class EmbeddedPostgresServerIT {
    @TempDir
    Path folder;

    private EmbeddedPostgresServer server;

    @BeforeEach
    void start() {
        server = new EmbeddedPostgresServer(folder, FreePort.find(), Map.of("shared_buffers", "32MB")).start();
    }

    @AfterEach
    void stop() {
        server.process().killHard();
    }

    @Test
    void committedRowsSurviveKillNine() throws SQLException {
        execute("CREATE TABLE kept (n int)");
        execute("INSERT INTO kept VALUES (1)");

        server.process().killHard();
        assertThatThrownBy(() -> execute("SELECT 1")).isInstanceOf(SQLException.class);
        server.start();

        assertThat(count("kept")).isEqualTo(1);
    }

    @Test
    void committedRowsSurviveAnImmediateStop() throws SQLException {
        execute("CREATE TABLE kept (n int)");

        server.stopImmediately();
        server.start();

        assertThat(count("kept")).isZero();
    }

    @Test
    void copiesOfATemplateDoNotSeeEachOther() throws SQLException {
        var first = server.fromTemplate("tpl", database -> run(database.name(), "CREATE TABLE filled (n int)"));
        var second = server.fromTemplate("tpl", database -> {
            throw new AssertionError("the template is made once");
        });

        run(first.name(), "INSERT INTO filled VALUES (1)");

        assertThat(count(first.name(), "filled")).isEqualTo(1);
        assertThat(count(second.name(), "filled")).isZero();
    }

    private void execute(String sql) throws SQLException {
        try (var connection = server.connect("postgres");
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void run(String database, String sql) {
        try (var connection = server.connect(database);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private int count(String table) throws SQLException {
        return count("postgres", table);
    }

    private int count(String database, String table) throws SQLException {
        try (var connection = server.connect(database);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
