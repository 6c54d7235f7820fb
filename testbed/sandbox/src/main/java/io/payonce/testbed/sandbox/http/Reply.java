package io.payonce.testbed.sandbox.http;

import io.payonce.testbed.sandbox.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** What a client gets to see: an answer, or one of the ways not to answer properly. */
public sealed interface Reply {

    /** The HTTP status the client sees; 0 when it sees none. */
    int status();

    /** A proper answer. */
    record Answer(int status, String contentType, byte[] body, Map<String, String> headers) implements Reply {
        public static Answer json(int status, Object value) {
            return new Answer(status, "application/json", Json.MAPPER.writeValueAsBytes(value), Map.of());
        }

        public static Answer error(int status, String message) {
            return json(status, Map.of("error", message));
        }

        public static Answer html(int status, String page) {
            return new Answer(
                    status,
                    "text/html; charset=utf-8",
                    page.getBytes(StandardCharsets.UTF_8),
                    Map.of(
                            "Content-Security-Policy",
                            "default-src 'self'; style-src 'unsafe-inline'; "
                                    + "script-src 'self' 'unsafe-inline'; img-src data:; frame-ancestors 'none'"));
        }
    }

    /** One object whose only member is a list, written piece by piece because it can be large. */
    record Listing(String name, Iterable<?> items) implements Reply {
        @Override
        public int status() {
            return 200;
        }
    }

    /** The connection is closed without a byte. */
    record Dropped() implements Reply {
        @Override
        public int status() {
            return 0;
        }
    }

    /** No byte is sent, and the connection stays open until the limit. */
    record Hanging() implements Reply {
        @Override
        public int status() {
            return 0;
        }
    }

    /** The head at once, then one byte of the body after each pause. */
    record Dripping(Answer answer, Duration pause) implements Reply {
        @Override
        public int status() {
            return answer.status();
        }
    }

    /** The head at once, then a body that does not end before the limit. */
    record Endless(int status) implements Reply {}

    /** The head promises the whole body; half of it comes, then the connection is closed. */
    record CutOff(Answer answer) implements Reply {
        @Override
        public int status() {
            return answer.status();
        }
    }
}
