package io.payonce.testbed.servers;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Unpacks PostgreSQL from its Maven artifact, once per machine and version. */
final class PostgresBinaries {
    private static final String VERSION = "18.4.0";

    private PostgresBinaries() {}

    /** The folder with {@code bin}, {@code lib} and {@code share}. */
    static Path unpacked() {
        var home = Path.of(
                System.getProperty("java.io.tmpdir"),
                "payonce-postgres-" + VERSION + "-" + System.getProperty("user.name"));
        var lock = home.resolveSibling(home.getFileName() + ".lock");
        try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = channel.lock()) {
            if (!Files.isDirectory(home)) {
                var draft = Files.createTempDirectory(home.getParent(), "payonce-postgres-draft");
                try (var archive = archive()) {
                    unpack(archive, draft);
                }
                Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
                Files.move(draft, home, StandardCopyOption.ATOMIC_MOVE);
            }
            return home;
        } catch (IOException e) {
            throw new IllegalStateException("cannot unpack PostgreSQL to " + home, e);
        }
    }

    private static InputStream archive() {
        var system = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
        var arm = System.getProperty("os.arch").equals("aarch64");
        var name = "postgres-%s-%s.txz".formatted(system, arm ? "arm_64" : "x86_64");
        var found = PostgresBinaries.class.getClassLoader().getResourceAsStream(name);
        if (found == null) {
            throw new IllegalStateException("there is no PostgreSQL for this system: " + name);
        }
        return found;
    }

    private static void unpack(InputStream archive, Path home) throws IOException {
        var tar = new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(archive)));
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            var target = home.resolve(entry.getName()).normalize();
            if (!target.startsWith(home)) {
                throw new IOException("an entry outside the archive's folder: " + entry.getName());
            }
            if (entry.isDirectory()) {
                Files.createDirectories(target);
            } else if (entry.isSymbolicLink()) {
                Files.createDirectories(parent(target));
                Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            } else {
                Files.createDirectories(parent(target));
                Files.copy(tar, target);
                if ((entry.getMode() & 0100) != 0) {
                    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
                }
            }
        }
    }

    private static Path parent(Path path) {
        var parent = path.getParent();
        return parent == null ? path : parent;
    }
}
