package io.payonce.gateway.guard;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;

/** Reads a body completely, within a size and within a time: nobody holds a connection by sending slowly. */
final class BodyReader {
    static final int BYTES_MAX = 64 * 1024;
    static final Duration TIME_MAX = Duration.ofSeconds(20);

    private BodyReader() {}

    /** What came of it. */
    sealed interface Body {
        record Complete(byte[] bytes) implements Body {}

        record TooLarge() implements Body {}

        record TooSlow() implements Body {}
    }

    static Body read(HttpServletRequest request) throws IOException {
        if (request.getContentLengthLong() > BYTES_MAX) {
            return new Body.TooLarge();
        }
        var deadline = System.nanoTime() + TIME_MAX.toNanos();
        var bytes = new ByteArrayOutputStream();
        var buffer = new byte[8192];
        var in = request.getInputStream();
        for (var read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            bytes.write(buffer, 0, read);
            if (bytes.size() > BYTES_MAX) {
                return new Body.TooLarge();
            }
            if (System.nanoTime() > deadline) {
                return new Body.TooSlow();
            }
        }
        return new Body.Complete(bytes.toByteArray());
    }
}
