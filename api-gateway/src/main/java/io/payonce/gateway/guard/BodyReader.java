package io.payonce.gateway.guard;

import io.payonce.gateway.GatewayProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Reads bodies completely, within a size, a time, and a memory for all of them together: nobody holds a connection by
 * sending slowly, or the heap by sending much. A body as small as payments are never waits for a large one.
 *
 * <p>The time is looked at between two reads, so it may be exceeded by one read time-out of the connector.
 */
@Component
class BodyReader {
    static final int BYTES_MAX = 64 * 1024;

    private static final int SMALL_BYTES_MAX = 8 * 1024;

    /** Bodies larger than small ones that are held at the same time, over all connections. */
    private static final int LARGE_MAX = 512;

    /** What is read of a refused body for the caller's sake, who may look for the answer only when all is sent. */
    private static final int DRAINED_BYTES_MAX = 1024 * 1024;

    private static final Duration DRAIN_TIME_MAX = Duration.ofSeconds(2);

    private final Duration timeMax;
    private final Semaphore large = new Semaphore(LARGE_MAX);

    BodyReader(GatewayProperties properties) {
        this.timeMax = properties.bodyTimeMax();
    }

    /** What came of it. */
    sealed interface Body {
        record Complete(byte[] bytes) implements Body {}

        record TooLarge() implements Body {}

        record TooSlow() implements Body {}

        /** Ended early, or is no valid chunked encoding. */
        record Broken() implements Body {}

        /** Too many large ones at this moment. */
        record NoRoom() implements Body {}
    }

    Reading begin() {
        return new Reading();
    }

    /** One body; its share of the memory is given back at the end. */
    final class Reading implements AutoCloseable {
        private boolean isLarge;

        Body read(HttpServletRequest request) {
            if (request.getContentLengthLong() > BYTES_MAX) {
                return new Body.TooLarge();
            }
            try {
                return readAll(request.getInputStream());
            } catch (IOException e) {
                return isTimeout(e) ? new Body.TooSlow() : new Body.Broken();
            }
        }

        private Body readAll(InputStream in) throws IOException {
            var deadline = System.nanoTime() + timeMax.toNanos();
            var bytes = new byte[SMALL_BYTES_MAX];
            var length = 0;
            for (var read = 0; read >= 0; read = in.read(bytes, length, bytes.length - length)) {
                length += read;
                if (length > BYTES_MAX) {
                    return new Body.TooLarge();
                }
                if (System.nanoTime() - deadline > 0) {
                    return new Body.TooSlow();
                }
                if (length == bytes.length) {
                    isLarge = large.tryAcquire();
                    if (!isLarge) {
                        return new Body.NoRoom();
                    }
                    bytes = Arrays.copyOf(bytes, BYTES_MAX + 1);
                }
            }
            return new Body.Complete(Arrays.copyOf(bytes, length));
        }

        @Override
        public void close() {
            if (isLarge) {
                large.release();
            }
        }
    }

    /** True if the body is over; false if it is not, or whoever sends it cannot be waited for. */
    static boolean drain(InputStream in) {
        var deadline = System.nanoTime() + DRAIN_TIME_MAX.toNanos();
        var buffer = new byte[SMALL_BYTES_MAX];
        try {
            var drained = 0;
            for (var read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                drained += read;
                if (drained > DRAINED_BYTES_MAX || System.nanoTime() - deadline > 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isTimeout(@Nullable Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }
}
