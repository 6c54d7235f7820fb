package io.payonce.testbed.sandbox.journal;

import io.payonce.testbed.sandbox.json.Json;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the sandbox remembers: one JSON line for each change, handed to the operating system before anybody hears of the
 * change. That survives kill -9; it is not forced to the disk, so a power cut may lose the last lines.
 *
 * <p>One lock guards all state: a change decides, appends and applies inside {@link #change}. Thread-safe.
 */
public final class Journal implements AutoCloseable {
    /** Past this size nothing is added until everything is forgotten. */
    private static final long BYTES_MAX = 4L << 30;

    private final Path file;
    private final FileOutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private long size;
    private boolean closed;

    private Journal(Path file, FileOutputStream out, long size) {
        this.file = file;
        this.out = out;
        this.size = size;
    }

    /**
     * Opens or creates the journal in the folder.
     *
     * @throws JournalUnusable when the folder cannot be written or another process has the journal open
     */
    public static Journal open(Path folder) {
        var file = folder.resolve("journal.jsonl");
        try {
            Files.createDirectories(folder);
            var out = new FileOutputStream(file.toFile(), true);
            if (!locked(out)) {
                out.close();
                throw new JournalUnusable("%s is in use by another sandbox".formatted(file));
            }
            return new Journal(file, out, Files.size(file));
        } catch (IOException e) {
            throw new JournalUnusable("%s cannot be opened: %s".formatted(file, e.getMessage()));
        }
    }

    private static boolean locked(FileOutputStream out) throws IOException {
        try {
            return out.getChannel().tryLock() != null;
        } catch (java.nio.channels.OverlappingFileLockException e) {
            return false;
        }
    }

    /** Hands each line to the reader of its kind. A torn last line is cut off: nobody was told of it. */
    public void replay(Map<String, Consumer<JsonNode>> readers) {
        try {
            var good = new JournalReader(file).read(readers);
            if (good < size) {
                out.getChannel().truncate(good);
                size = good;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a change alone. Whatever it appends is written when this returns. */
    public <T extends @Nullable Object> T change(Supplier<T> change) {
        lock.lock();
        try {
            return change.get();
        } finally {
            lock.unlock();
        }
    }

    /** Adds one line; only inside {@link #change}. */
    public void append(String kind, Object data) {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("a line is appended inside a change only");
        }
        if (closed) {
            throw new IllegalStateException("the sandbox is stopping");
        }
        var line = Json.MAPPER.writeValueAsBytes(new Line(kind, data));
        var bytes = Arrays.copyOf(line, line.length + 1);
        bytes[line.length] = '\n';
        try {
            out.write(bytes);
            size += bytes.length;
        } catch (IOException e) {
            cutTo(size);
            throw new UncheckedIOException(e);
        }
    }

    /** Half a line, from a disk that ran full, must not stand before the next one. */
    private void cutTo(long bytes) {
        try {
            out.getChannel().truncate(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isFull() {
        return change(() -> size >= BYTES_MAX);
    }

    public boolean isClosed() {
        return change(() -> closed);
    }

    /** Empties the file; only inside {@link #change}, together with the memory. */
    public void forget() {
        cutTo(0);
        size = 0;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lock.unlock();
        }
    }

    private record Line(String kind, Object data) {}
}
