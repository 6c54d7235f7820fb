package io.payonce.testbed.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The servers that the tests of one module share, started by the first test that needs one. Modules are tested side by
 * side, so each test process has its own: the topics' names are fixed, and every slot decodes what all databases of its
 * server write. They belong to a {@link Keeper} process that ends, and them with it, when the test process does,
 * however it ends.
 */
public final class TestServers {
    private static final Duration START_TIME_MAX = Duration.ofSeconds(90);
    private static final boolean CONTAINERS = "containers".equals(System.getProperty("stack"));

    private TestServers() {}

    private static final class Postgres {
        static final PostgresServer SERVER = CONTAINERS ? new ContainerPostgresServer().start() : embedded();

        private static PostgresServer embedded() {
            var port = Integer.parseInt(address("postgres"));
            return new PostgresServer() {
                @Override
                public String host() {
                    return "127.0.0.1";
                }

                @Override
                public int port() {
                    return port;
                }
            };
        }
    }

    private static final class Kafka {
        static final KafkaServer SERVER = CONTAINERS ? new ContainerKafkaServer().start() : embedded();

        private static KafkaServer embedded() {
            var address = address("kafka");
            return () -> address;
        }
    }

    public static PostgresServer postgres() {
        return Postgres.SERVER;
    }

    public static KafkaServer kafka() {
        return Kafka.SERVER;
    }

    private static String address(String server) {
        var build = Path.of(System.getProperty("payonce.build.directory", System.getProperty("java.io.tmpdir")));
        try {
            var folder = Files.createTempDirectory(Files.createDirectories(build), server + "-")
                    .toAbsolutePath();
            var file = folder.resolve(server + ".address");
            startKeeper(server, folder).awaitReady(() -> Files.exists(file), START_TIME_MAX);
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the test servers in " + build, e);
        }
    }

    private static ServerProcess startKeeper(String server, Path folder) {
        return ServerProcess.start(
                "keeper of " + server,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Keeper.class.getName(),
                        server,
                        folder.toString(),
                        Long.toString(ProcessHandle.current().pid())),
                Map.of(),
                folder.resolve(server + "-keeper.log"));
    }
}
