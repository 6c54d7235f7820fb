package io.payonce.testbed.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Map;

/** Holds one server for as long as its owner's process lives, then stops it and removes its data. */
final class Keeper {
    private Keeper() {}

    /** Arguments: server name, folder, pid of the owner. */
    public static void main(String[] arguments) throws IOException {
        var server = arguments[0];
        var folder = Path.of(arguments[1]);
        var owner = ProcessHandle.of(Long.parseLong(arguments[2])).orElseThrow();
        var stop = server.equals("postgres") ? postgres(folder) : kafka(folder);
        owner.onExit().join();
        stop.run();
        removeAll(folder);
    }

    private static Runnable postgres(Path folder) throws IOException {
        var settings = Map.of("fsync", "off", "full_page_writes", "off", "timezone", "Pacific/Chatham");
        var server = new EmbeddedPostgresServer(folder.resolve("postgres"), FreePort.find(), settings).start();
        announce(folder, "postgres", Integer.toString(server.port()));
        return server.process()::killHard;
    }

    private static Runnable kafka(Path folder) throws IOException {
        var server = new EmbeddedKafkaServer(folder.resolve("kafka"), FreePort.find(), FreePort.find()).start();
        announce(folder, "kafka", server.bootstrapServers());
        return server.process()::killHard;
    }

    private static void announce(Path folder, String server, String address) throws IOException {
        var draft = folder.resolve(server + ".draft");
        Files.writeString(draft, address);
        Files.move(draft, folder.resolve(server + ".address"), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void removeAll(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
