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
 * The servers that all tests of one build share, started by the first test that needs one. They belong to a
 * {@link Keeper} process that ends, and them with it, when the build does, however it ends.
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
        var build = ProcessHandle.of(buildPid()).orElseThrow();
        var folder = Path.of(
                        System.getProperty("payonce.build.directory", System.getProperty("java.io.tmpdir")),
                        "servers-" + build.pid())
                .toAbsolutePath();
        try {
            Files.createDirectories(folder);
            try (var channel = FileChannel.open(
                            folder.resolve(server + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = channel.lock()) {
                var file = folder.resolve(server + ".address");
                if (!Files.exists(file)) {
                    startKeeper(server, folder, build.pid()).awaitReady(() -> Files.exists(file), START_TIME_MAX);
                }
                return Files.readString(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot share the test servers in " + folder, e);
        }
    }

    private static ServerProcess startKeeper(String server, Path folder, long buildPid) {
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
                        Long.toString(buildPid)),
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
