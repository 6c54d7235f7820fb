package io.payonce.worker.call;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** A server that speaks just enough HTTP to misbehave in any way, and remembers every nonce that reached it. */
public final class RawServer implements AutoCloseable {
    private static final Pattern NONCE = Pattern.compile("(?i)x-nonce: (\\S+)");
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    private final ServerSocket socket;
    private final Consumer<Conversation> behaviour;
    private final List<String> nonces = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch closedByClient = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    public RawServer(Consumer<Conversation> behaviour) {
        this.behaviour = behaviour;
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return socket.getLocalPort();
    }

    public List<String> nonces() {
        return nonces;
    }

    public int connections() {
        return connections.get();
    }

    public void awaitClosedByClient() {
        try {
            if (!closedByClient.await(5, TimeUnit.SECONDS)) {
                throw new AssertionError("the client keeps its connection open");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void accept() {
        try {
            while (true) {
                var client = socket.accept();
                open.add(client);
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    private void serve(Socket client) {
        try (client) {
            var in = new BufferedInputStream(client.getInputStream());
            for (var first = true; !client.isClosed(); first = false) {
                var head = head(in);
                if (head.isEmpty()) {
                    return;
                }
                var length = LENGTH.matcher(head);
                in.skipNBytes(length.find() ? Long.parseLong(length.group(1)) : 0);
                var nonce = NONCE.matcher(head);
                nonces.add(nonce.find() ? nonce.group(1) : "none");
                behaviour.accept(new Conversation(client, first, head));
            }
        } catch (IOException | UncheckedIOException e) {
            closedByClient.countDown();
        }
    }

    private static String head(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            var next = in.read();
            if (next < 0) {
                return "";
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            socket.close();
            for (var client : open) {
                client.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One request that was read and waits for whatever the test wants to happen. */
    public final class Conversation {
        private final Socket client;
        private final boolean first;
        private final String head;

        private Conversation(Socket client, boolean first, String head) {
            this.client = client;
            this.first = first;
            this.head = head;
        }

        boolean isFirstOnItsConnection() {
            return first;
        }

        public String head() {
            return head;
        }

        public void answer(int status, String body) {
            write("HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                    .formatted(status, body.length(), body));
        }

        public void write(String text) {
            try {
                client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
                client.getOutputStream().flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public void writeUntilClosed(String text) {
            while (closed.getCount() > 0) {
                write(text);
            }
        }

        public void close() {
            try {
                client.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Answers nothing and returns when the client has closed the connection. */
        public void hold() {
            try {
                while (client.getInputStream().read() >= 0) {
                    // A client that still sends has not given up.
                }
                closedByClient.countDown();
                client.close();
            } catch (IOException e) {
                closedByClient.countDown();
            }
        }
    }
}
