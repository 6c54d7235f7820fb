package io.payonce.worker.notify;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A merchant: remembers each request, answers 200 unless told otherwise, sees when an event comes twice at once. */
final class Receiver implements AutoCloseable {
    static final int HANG = 0;
    private static final int HANG_SECONDS_MAX = 20;

    private final HttpServer server;
    private final List<Received> all = new CopyOnWriteArrayList<>();
    private final Map<String, Queue<Integer>> answers = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> underWay = new ConcurrentHashMap<>();
    private final AtomicInteger overlaps = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** One request. */
    record Received(String path, String id, String timestamp, String signature, String contentType, String body) {}

    Receiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
    }

    /** The next requests about the event are answered with these, those after them with 200. */
    void answer(Object id, Integer... statuses) {
        answers.put(id.toString(), new ConcurrentLinkedQueue<>(List.of(statuses)));
    }

    List<Received> received(Object id) {
        return all.stream().filter(one -> one.id().equals(id.toString())).toList();
    }

    List<Received> received() {
        return all;
    }

    int overlaps() {
        return overlaps.get();
    }

    private void handle(HttpExchange exchange) throws IOException {
        var received = new Received(
                exchange.getRequestURI().getPath(),
                header(exchange, "webhook-id"),
                header(exchange, "webhook-timestamp"),
                header(exchange, "webhook-signature"),
                header(exchange, "content-type"),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        var mine = underWay.computeIfAbsent(received.id(), id -> new AtomicInteger());
        if (mine.incrementAndGet() > 1) {
            overlaps.incrementAndGet();
        }
        all.add(received);
        try (exchange) {
            var told = answers.getOrDefault(received.id(), new ConcurrentLinkedQueue<>())
                    .poll();
            answer(exchange, told == null ? 200 : told);
        } finally {
            mine.decrementAndGet();
        }
    }

    private void answer(HttpExchange exchange, int status) throws IOException {
        if (status == HANG) {
            hang();
            return;
        }
        if (status == 302) {
            exchange.getResponseHeaders().add("Location", "/elsewhere");
        }
        exchange.sendResponseHeaders(status, -1);
    }

    private void hang() {
        try {
            closed.await(HANG_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String header(HttpExchange exchange, String name) {
        return String.valueOf(exchange.getRequestHeaders().getFirst(name));
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
