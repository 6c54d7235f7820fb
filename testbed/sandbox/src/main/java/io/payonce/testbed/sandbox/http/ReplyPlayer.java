package io.payonce.testbed.sandbox.http;

import com.sun.net.httpserver.HttpExchange;
import io.payonce.testbed.sandbox.http.Reply.Answer;
import io.payonce.testbed.sandbox.http.Reply.CutOff;
import io.payonce.testbed.sandbox.http.Reply.Dripping;
import io.payonce.testbed.sandbox.http.Reply.Dropped;
import io.payonce.testbed.sandbox.http.Reply.Endless;
import io.payonce.testbed.sandbox.http.Reply.Hanging;
import io.payonce.testbed.sandbox.http.Reply.Listing;
import io.payonce.testbed.sandbox.json.Json;
import io.payonce.testbed.sandbox.time.Pause;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;

/**
 * Puts a reply on the wire. The caller closes the exchange afterwards; the JDK's server keeps the connection if the
 * answer was whole, and closes it if the answer is missing or shorter than promised: that is how drops are made.
 */
final class ReplyPlayer {
    /** Nothing is held open for longer. */
    static final Duration HELD_TIME_MAX = Duration.ofMinutes(10);

    /** So many hanging, dripping and endless answers at once; one more is dropped. */
    private static final int HELD_MAX = 4096;

    private static final byte[] PADDING = "x".repeat(16 * 1024).getBytes(StandardCharsets.US_ASCII);

    /** With this pause an endless body flows at about 3 MB/s: it fills a reader and spares the cores. */
    private static final Duration ENDLESS_PAUSE = Duration.ofMillis(5);

    private final Semaphore held = new Semaphore(HELD_MAX);

    void play(HttpExchange exchange, Reply reply) throws IOException {
        switch (reply) {
            case Answer answer -> send(exchange, answer);
            case Listing listing -> list(exchange, listing);
            case Dropped dropped -> {}
            case Hanging hanging -> held(() -> Pause.of(HELD_TIME_MAX));
            case Dripping dripping -> held(() -> drip(exchange, dripping));
            case Endless endless -> held(() -> flow(exchange, endless.status()));
            case CutOff cut -> cut(exchange, cut.answer());
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        var bodiless = answer.body().length == 0
                || answer.status() == 204
                || answer.status() == 304
                || exchange.getRequestMethod().equals("HEAD");
        head(exchange, answer, bodiless ? -1 : answer.body().length);
        if (!bodiless) {
            exchange.getResponseBody().write(answer.body());
        }
    }

    /** The JDK's server reads a length of 0 as "unknown" and -1 as "none". */
    private static void head(HttpExchange exchange, Answer answer, long length) throws IOException {
        var headers = exchange.getResponseHeaders();
        answer.headers().forEach(headers::set);
        headers.set("Content-Type", answer.contentType());
        headers.set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(answer.status(), length);
    }

    private static void list(HttpExchange exchange, Listing listing) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        try (var generator =
                Json.MAPPER.createGenerator(new BufferedOutputStream(exchange.getResponseBody(), 1 << 15))) {
            generator.writeStartObject();
            generator.writeArrayPropertyStart(listing.name());
            for (var item : listing.items()) {
                generator.writePOJO(item);
            }
            generator.writeEndArray();
            generator.writeEndObject();
        }
    }

    private static void drip(HttpExchange exchange, Dripping dripping) throws IOException {
        var until = System.nanoTime() + HELD_TIME_MAX.toNanos();
        head(exchange, dripping.answer(), dripping.answer().body().length);
        for (var next : dripping.answer().body()) {
            exchange.getResponseBody().flush();
            Pause.of(dripping.pause());
            if (System.nanoTime() > until) {
                return;
            }
            exchange.getResponseBody().write(next);
        }
    }

    private static void flow(HttpExchange exchange, int status) throws IOException {
        var until = System.nanoTime() + HELD_TIME_MAX.toNanos();
        head(exchange, Answer.json(status, ""), 0);
        exchange.getResponseBody().write("{\"padding\":\"".getBytes(StandardCharsets.US_ASCII));
        while (System.nanoTime() < until && !Thread.currentThread().isInterrupted()) {
            exchange.getResponseBody().write(PADDING);
            exchange.getResponseBody().flush();
            Pause.of(ENDLESS_PAUSE);
        }
        throw new IOException("an endless body is never finished");
    }

    private static void cut(HttpExchange exchange, Answer answer) throws IOException {
        head(exchange, answer, answer.body().length + 1);
        exchange.getResponseBody().write(Arrays.copyOf(answer.body(), answer.body().length / 2));
        exchange.getResponseBody().flush();
    }

    private interface Held {
        void run() throws IOException;
    }

    private void held(Held work) throws IOException {
        if (!held.tryAcquire()) {
            return;
        }
        try {
            work.run();
        } finally {
            held.release();
        }
    }
}
