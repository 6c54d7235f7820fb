package io.payonce.testbed.system;

import io.payonce.testbed.local.LocalStack;
import io.payonce.testbed.local.Part;
import io.payonce.testbed.local.StackPlan;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Every service twice, PostgreSQL, Kafka and the sandbox, as processes; one stack serves nearly all system tests. */
final class SystemStack implements AutoCloseable {
    private static final int REPLICAS = 2;

    private final LocalStack stack;

    private SystemStack(LocalStack stack) {
        this.stack = stack;
    }

    private static final class Started {
        static final SystemStack STACK = onEmptyDatabase(System.getProperty("payonce.stack.folder", "target/stack"));

        static {
            STACK.start();
        }
    }

    static SystemStack shared() {
        return Started.STACK;
    }

    /** A stack of its own, not started yet; what its folder held is gone. */
    static SystemStack onEmptyDatabase(String folder) {
        var plan = StackPlan.onFreePorts(Path.of(System.getProperty("payonce.project", ".")), Path.of(folder), REPLICAS)
                .with(
                        Part.POSTGRES,
                        Map.of(
                                "fsync", "off",
                                "timezone", "Pacific/Chatham",
                                // Small, so that a test can reach it; takeover must not lean on the server's
                                // time-out.
                                "max_slot_wal_keep_size", "256MB",
                                "wal_sender_timeout", "60s"));
        var stack = new LocalStack(plan, System.out::println);
        stack.stop();
        stack.forget();
        Runtime.getRuntime().addShutdownHook(new Thread(stack::stop));
        return new SystemStack(stack);
    }

    /** Returns when every process is ready. */
    void start() {
        stack.start();
    }

    @Override
    public void close() {
        stack.stop();
    }

    Shop shop() {
        return new Shop("http://127.0.0.1:" + stack.plan().port(Part.API_GATEWAY));
    }

    int gatewayPort() {
        return stack.plan().port(Part.API_GATEWAY);
    }

    SandboxControl sandbox() {
        return new SandboxControl("http://127.0.0.1:" + stack.plan().port(Part.SANDBOX));
    }

    void kill(String name) {
        stack.kill(name);
    }

    void up(String name) {
        stack.up(name);
    }

    /** Ends the process with this signal, and waits until it has ended. */
    void stop(String name, String signal) {
        var process = stack.process(name).orElseThrow();
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        process.onExit().join();
    }

    /** Asks the process to end, as an orchestrator would, and waits until it has. */
    void stop(String name) {
        stop(name, "TERM");
    }

    void pause(String name) {
        stack.pause(name);
    }

    void resume(String name) {
        stack.resume(name);
    }

    boolean isUp(String name) {
        return stack.process(name).isPresent();
    }

    String url(Part part, int number) {
        return "http://127.0.0.1:" + (stack.plan().port(part) + 100 * (number - 1));
    }

    String kafka() {
        return "127.0.0.1:" + stack.plan().port(Part.KAFKA);
    }

    /** Every process that is down is started again, the servers first. */
    void heal() {
        upTogether(List.of(Part.POSTGRES, Part.KAFKA, Part.SANDBOX));
        upTogether(List.of(Part.PAYMENT_COMMAND, Part.PAYMENT_WORKER, Part.RECONCILER, Part.API_GATEWAY));
    }

    private void upTogether(List<Part> parts) {
        var starting = new ArrayList<CompletableFuture<Void>>();
        for (var part : parts) {
            for (var name : List.of(part.label(), part.label() + "-2")) {
                if (isMember(part, name) && stack.process(name).isEmpty()) {
                    starting.add(CompletableFuture.runAsync(() -> stack.up(name), Thread::startVirtualThread));
                }
            }
        }
        starting.forEach(CompletableFuture::join);
    }

    private static boolean isMember(Part part, String name) {
        return name.equals(part.label()) || (part != Part.POSTGRES && part != Part.KAFKA && part != Part.SANDBOX);
    }

    /** The first column of every row, as text. */
    List<String> query(String sql) {
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var found = new ArrayList<String>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    void execute(String sql) {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    boolean is(String sql) {
        return query(sql).getFirst().equals("t");
    }

    long count(String sql) {
        return Long.parseLong(query(sql).getFirst());
    }

    /** A connection as superuser; the caller closes it. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:%d/payonce".formatted(stack.plan().port(Part.POSTGRES)), "postgres", "");
    }
}
