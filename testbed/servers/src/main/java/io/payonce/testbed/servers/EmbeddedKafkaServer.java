package io.payonce.testbed.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A real Kafka broker (KRaft, broker and controller in one) as a process of its own; the data outlives the process. */
public final class EmbeddedKafkaServer implements KafkaServer {
    private static final Duration START_TIME_MAX = Duration.ofSeconds(60);
    private static final Duration STOP_TIME_MAX = Duration.ofSeconds(20);
    private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";
    private static final String CLUSTER = "cGF5b25jZS1sb2NhbC0wMQ";

    private final Path folder;
    private final int port;
    private final int controllerPort;
    private final List<String> options;
    private @Nullable ServerProcess process;

    /** For tests: compiled only as well as a broker that lives for minutes deserves. */
    public EmbeddedKafkaServer(Path folder, int port, int controllerPort) {
        this(folder, port, controllerPort, List.of(QUICK_COMPILER));
    }

    /** @param options more of the JVM's */
    public EmbeddedKafkaServer(Path folder, int port, int controllerPort, List<String> options) {
        this.folder = folder;
        this.port = port;
        this.controllerPort = controllerPort;
        this.options = List.copyOf(options);
    }

    public synchronized EmbeddedKafkaServer start() {
        var config = folder.resolve("server.properties");
        try {
            Files.createDirectories(folder);
            Files.writeString(config, config());
            if (!Files.exists(folder.resolve("data/meta.properties"))) {
                format(config);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare the broker's folder " + folder, e);
        }
        process = ServerProcess.start("Kafka", java(options, "kafka.Kafka", config.toString()), Map.of(), log());
        process.awaitReady(this::listens, START_TIME_MAX);
        return this;
    }

    private void format(Path config) throws IOException {
        var format = new ProcessBuilder(java(
                        List.of(QUICK_COMPILER),
                        "kafka.tools.StorageTool",
                        "format",
                        "-t",
                        CLUSTER,
                        "-c",
                        config.toString(),
                        "--standalone"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
        try {
            if (format.waitFor() != 0) {
                throw new IOException("formatting the broker's storage failed; see " + log());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private String config() {
        return """
                process.roles=broker,controller
                node.id=1
                controller.quorum.bootstrap.servers=127.0.0.1:%2$d
                listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
                advertised.listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
                controller.listener.names=CONTROLLER
                listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
                log.dirs=%3$s/data
                auto.create.topics.enable=false
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=4
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                share.coordinator.state.topic.replication.factor=1
                group.initial.rebalance.delay.ms=0
                group.consumer.min.session.timeout.ms=3000
                log.retention.hours=168
                num.network.threads=2
                num.io.threads=4
                background.threads=2
                log.cleaner.dedupe.buffer.size=4194304
                """.formatted(port, controllerPort, folder.toAbsolutePath());
    }

    private static List<String> java(List<String> options, String main, String... arguments) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m", "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", libraries() + "/*", main));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String libraries() {
        try (var in = EmbeddedKafkaServer.class.getResourceAsStream("/servers.properties")) {
            var properties = new Properties();
            properties.load(
                    new java.io.InputStreamReader(java.util.Objects.requireNonNull(in), StandardCharsets.UTF_8));
            return properties.getProperty("broker.libraries");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean listens() {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), port), 200);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private Path log() {
        return folder.resolve("kafka.log");
    }

    public synchronized ServerProcess process() {
        if (process == null) {
            throw new IllegalStateException("Kafka was not started");
        }
        return process;
    }

    public void stop() {
        process().stop("TERM", STOP_TIME_MAX);
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }
}
