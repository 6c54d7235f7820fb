package io.payonce.testbed.sandbox.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.payonce.testbed.sandbox.http.Reply.Answer;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The JDK's own HTTP server with a virtual thread for each request. */
public final class Server implements AutoCloseable {
    /** Larger bodies are refused with 413. */
    public static final int BODY_BYTES_MAX = 64 * 1024;

    private static final Logger LOG = System.getLogger(Server.class.getName());
    private static final int BACKLOG = 4096;
    private static final int STOP_SECONDS = 1;

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final ReplyPlayer player = new ReplyPlayer();

    private Server(HttpServer server) {
        this.server = server;
    }

    /**
     * Takes the address; nobody is served yet.
     *
     * @throws IOException when the address cannot be bound
     */
    public static Server bind(InetSocketAddress address) throws IOException {
        tune();
        return new Server(HttpServer.create(address, BACKLOG));
    }

    public void serve(Router router) {
        server.setExecutor(executor);
        server.createContext("/", exchange -> serve(exchange, router));
        server.start();
    }

    /** The server reads these once, when its first instance is made. */
    private static void tune() {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.idleInterval", "300");
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
        System.setProperty("sun.net.httpserver.maxReqTime", "30");
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void serve(HttpExchange exchange, Router router) {
        try (exchange) {
            player.play(exchange, reply(exchange, router));
        } catch (IOException e) {
            // The client is gone, or the fault wants the connection closed: closing the exchange is all there is to do.
            LOG.log(Level.DEBUG, "connection closed: {0}", e.getMessage());
        }
    }

    private static Reply reply(HttpExchange exchange, Router router) throws IOException {
        try {
            return router.handle(read(exchange));
        } catch (RequestRefused e) {
            return Answer.error(e.status(), e.getMessage());
        } catch (RuntimeException e) {
            LOG.log(
                    Level.ERROR,
                    "%s %s answered 500".formatted(exchange.getRequestMethod(), exchange.getRequestURI()),
                    e);
            return Answer.error(500, "internal error");
        }
    }

    private static Request read(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
        if (body.length > BODY_BYTES_MAX) {
            exchange.getResponseHeaders().set("Connection", "close");
            throw new RequestRefused(413, "the body is larger than %d bytes".formatted(BODY_BYTES_MAX));
        }
        var uri = exchange.getRequestURI();
        var path = Optional.ofNullable(uri.getRawPath()).orElse("");
        return new Request(exchange.getRequestMethod(), path, uri.getRawQuery(), exchange.getRequestHeaders(), body);
    }

    /** Gives running requests a second, then closes what is left. */
    @Override
    public void close() {
        server.stop(STOP_SECONDS);
        executor.shutdownNow();
    }
}
