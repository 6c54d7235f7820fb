package io.payonce.testbed.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL as a child process, on 127.0.0.1 only. The data outlives the process; start, kill and start again
 * is one server that crashed and recovered.
 */
public final class EmbeddedPostgresServer implements PostgresServer {
    private static final Duration START_TIME_MAX = Duration.ofSeconds(60);
    private static final Duration STOP_TIME_MAX = Duration.ofSeconds(20);

    private final Path data;
    private final int port;
    private final Path log;
    private final Map<String, String> settings;
    private @Nullable ServerProcess process;

    /**
     * Prepares a server; {@link #start} starts it.
     *
     * @param folder for the data and the log
     * @param settings of postgresql.conf, beyond those every server of ours has
     */
    public EmbeddedPostgresServer(Path folder, int port, Map<String, String> settings) {
        this.data = folder.resolve("data");
        this.log = folder.resolve("postgres.log");
        this.port = port;
        this.settings = settings;
    }

    public synchronized EmbeddedPostgresServer start() {
        var home = PostgresBinaries.unpacked();
        if (!Files.exists(data.resolve("PG_VERSION"))) {
            initialize(home);
        }
        process = ServerProcess.start("PostgreSQL", command(home), Map.of("LC_ALL", "C"), log);
        process.awaitReady(this::answers, START_TIME_MAX);
        return this;
    }

    private void initialize(Path home) {
        try {
            Files.createDirectories(data.getParent() == null ? data : data.getParent());
            var command = asUser(home.resolve("bin/initdb").toString());
            command.addAll(
                    List.of("-D", data.toString(), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"));
            var initdb = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            if (initdb.waitFor() != 0) {
                throw new IllegalStateException("initdb failed; see " + log);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot make the database folder " + data, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private List<String> command(Path home) {
        var command = asUser(home.resolve("bin/postgres").toString());
        command.addAll(List.of("-D", data.toString(), "-p", Integer.toString(port), "-k", ""));
        var all = new java.util.TreeMap<>(Map.of(
                "listen_addresses", "127.0.0.1",
                "wal_level", "logical",
                "max_connections", "300",
                "max_replication_slots", "40",
                "max_wal_senders", "40",
                "wal_sender_timeout", "10s",
                "max_slot_wal_keep_size", "4GB",
                "shared_buffers", "256MB"));
        all.putAll(settings);
        all.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return command;
    }

    /** PostgreSQL refuses to run as root; in a user namespace of its own it does not see that it is. */
    private static List<String> asUser(String program) {
        var root = System.getProperty("user.name").equals("root");
        return new ArrayList<>(root ? List.of("unshare", "-U", program) : List.of(program));
    }

    private boolean answers() {
        try (var connection = connect(USER)) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    public synchronized ServerProcess process() {
        if (process == null) {
            throw new IllegalStateException("PostgreSQL was not started");
        }
        return process;
    }

    /** Fast shutdown: open transactions are rolled back, everything is written. */
    public void stop() {
        process().stop("INT", STOP_TIME_MAX);
    }

    /** Shutdown without writing anything: the next start recovers from the log. */
    public void stopImmediately() {
        process().stop("QUIT", STOP_TIME_MAX);
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return port;
    }
}
