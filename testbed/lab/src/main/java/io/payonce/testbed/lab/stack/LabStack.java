package io.payonce.testbed.lab.stack;

import io.payonce.testbed.local.Complaint;
import io.payonce.testbed.local.LocalStack;
import io.payonce.testbed.local.Member;
import io.payonce.testbed.local.Part;
import io.payonce.testbed.local.StackPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A fresh stack beside any other: data and ports of its own, usually every service twice. */
public final class LabStack {
    private static final int REPLICAS = 2;

    /** Below the range from which the system hands out ports, so that a killed server's port is still free later. */
    private static final int FIRST_PORT = 20_100;

    private static final int LAST_PORT = 30_000;
    private static final int BLOCK = 1_000;
    private static final int BETWEEN_PARTS = 10;
    private static final int BETWEEN_REPLICAS = 100;

    private final LocalStack stack;

    private LabStack(LocalStack stack) {
        this.stack = stack;
    }

    /** Starts it; data of an earlier run are gone then. */
    public static LabStack start(Path project, Path data, Consumer<String> progress) {
        return start(project, data, REPLICAS, Map.of(), progress);
    }

    /**
     * Starts it with so many of each service.
     *
     * @param environment more variables, by part
     */
    public static LabStack start(
            Path project,
            Path data,
            int replicas,
            Map<Part, Map<String, String>> environment,
            Consumer<String> progress) {
        var plan = new StackPlan(project, data, freePorts(), replicas, environment)
                .with(Part.POSTGRES, Map.of("fsync", "off", "timezone", "Pacific/Chatham"));
        var stack = new LocalStack(plan, progress);
        stack.stop();
        stack.forget();
        Runtime.getRuntime().addShutdownHook(new Thread(stack::stop));
        stack.start();
        return new LabStack(stack);
    }

    private static Map<Part, Integer> freePorts() {
        for (var first = FIRST_PORT; first < LAST_PORT; first += BLOCK) {
            var ports = new EnumMap<Part, Integer>(Part.class);
            var next = first;
            for (var part : Part.values()) {
                ports.put(part, next);
                next += BETWEEN_PARTS;
            }
            if (ports.values().stream().allMatch(LabStack::isFree)) {
                return ports;
            }
        }
        throw new Complaint("No block of free ports between %d and %d.".formatted(FIRST_PORT, LAST_PORT));
    }

    /** The port itself, its second replica's, and the one beside it, which a broker's controller takes. */
    private static boolean isFree(int port) {
        return Stream.of(port, port + 1, port + BETWEEN_REPLICAS).allMatch(LabStack::canListen);
    }

    private static boolean canListen(int port) {
        try (var probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    public LocalStack processes() {
        return stack;
    }

    public void stop() {
        stack.stop();
    }

    public List<String> gateways() {
        return stack.plan().members(Part.API_GATEWAY).stream().map(Member::url).toList();
    }

    public String sandbox() {
        return url(stack.plan().port(Part.SANDBOX));
    }

    public String broker() {
        return "127.0.0.1:" + stack.plan().port(Part.KAFKA);
    }

    public Path data() {
        return stack.plan().data();
    }

    /** As superuser: the lab looks at everything, and nothing it does may depend on a service's rights. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:%d/payonce?connectTimeout=3&socketTimeout=30"
                        .formatted(stack.plan().port(Part.POSTGRES)),
                "postgres",
                "");
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }
}
