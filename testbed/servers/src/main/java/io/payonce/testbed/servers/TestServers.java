package io.payonce.testbed.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The servers that tests share, started by the first test that needs one: one PostgreSQL for the whole build, where
 * each test has a database of its own; one broker for each test process, because the topics' names are fixed and
 * modules are tested side by side. They belong to a {@link Keeper} process that ends, and them with it, when the
 * build or the test process does, however it ends.
 */
public final class TestServers {
    private static final Duration START_TIME_MAX = Duration.ofSeconds(90);
    private static final boolean CONTAINERS = "containers".equals(System.getProperty("stack"));

    private TestServers() {}

    private static final class Postgres {
        static final PostgresServer SERVER = CONTAINERS ? new ContainerPostgresServer().start() : embedded();

        private static PostgresServer embedded() {
            var port = Integer.parseInt(address("postgres", buildPid()));
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
            var address = address("kafka", ProcessHandle.current().pid());
            return () -> address;
        }
    }

    public static PostgresServer postgres() {
        return Postgres.SERVER;
    }

    public static KafkaServer kafka() {
        return Kafka.SERVER;
    }

    private static String address(String server, long owner) {
        var folder = Path.of(
                        System.getProperty("payonce.build.directory", System.getProperty("java.io.tmpdir")),
                        "%s-%d".formatted(server, owner))
                .toAbsolutePath();
        try {
            Files.createDirectories(folder);
            try (var channel = FileChannel.open(
                            folder.resolve(server + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = channel.lock()) {
                var file = folder.resolve(server + ".address");
                if (!Files.exists(file)) {
                    startKeeper(server, folder, owner).awaitReady(() -> Files.exists(file), START_TIME_MAX);
                }
                return Files.readString(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot share the test servers in " + folder, e);
        }
    }

    private static ServerProcess startKeeper(String server, Path folder, long owner) {
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
                        Long.toString(owner)),
                Map.of(),
                folder.resolve(server + "-keeper.log"));
    }

    /** The process this build hangs on: Maven if it started the test, else the test's own process. */
    private static long buildPid() {
        var self = ProcessHandle.current();
        var build = self;
        for (Optional<ProcessHandle> up = self.parent();
                up.isPresent();
                up = up.get().parent()) {
            if (up.get()
                    .info()
                    .command()
                    .filter(command -> command.endsWith("/java"))
                    .isPresent()) {
                build = up.get();
            }
        }
        return build.pid();
    }
}
