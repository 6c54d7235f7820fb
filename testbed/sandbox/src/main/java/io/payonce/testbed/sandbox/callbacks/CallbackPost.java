package io.payonce.testbed.sandbox.callbacks;

import io.payonce.testbed.sandbox.time.Pause;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Posts one callback over HTTP and says which status came back. Redirects are not followed. Thread-safe. */
public final class CallbackPost implements AutoCloseable {
    /** A receiver that needs longer has not taken the callback. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** For bodies that are slow or endless on purpose. */
    private static final Duration TIMEOUT_ODD = Duration.ofMinutes(10);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /** The status, or 0 when none came. */
    public int post(URI url, byte[] body, @Nullable String signature) {
        return post(url, BodyPublishers.ofByteArray(body), signature, TIMEOUT);
    }

    /** Like {@link #post}, with a body that comes as slowly as the stream gives it, and a length it may not keep. */
    int postOddly(URI url, InputStream body, long length, @Nullable String signature) {
        var stream = BodyPublishers.ofInputStream(() -> body);
        var publisher = length < 0 ? stream : BodyPublishers.fromPublisher(stream, length);
        return post(url, publisher, signature, TIMEOUT_ODD);
    }

    private int post(URI url, BodyPublisher body, @Nullable String signature, Duration timeout) {
        var request = HttpRequest.newBuilder(url)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .POST(body);
        if (signature != null) {
            request.header("X-Signature", signature);
        }
        try {
            return client.send(request.build(), BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    /** Gives one byte after each pause. */
    static final class Dripping extends InputStream {
        private final byte[] bytes;
        private final Duration pause;
        private int next;

        Dripping(byte[] bytes, Duration pause) {
            this.bytes = bytes;
            this.pause = pause;
        }

        @Override
        public int read() {
            if (next == bytes.length) {
                return -1;
            }
            Pause.of(pause);
            return bytes[next++] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            var value = length == 0 ? -1 : read();
            if (value < 0) {
                return -1;
            }
            into[offset] = (byte) value;
            return 1;
        }
    }

    /** Gives letters until somebody stops reading. */
    static final class Endless extends InputStream {
        @Override
        public int read() {
            return 'x';
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            Pause.of(Duration.ofMillis(5));
            java.util.Arrays.fill(into, offset, offset + length, (byte) 'x');
            return length;
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
