package io.payonce.gateway;

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
import java.util.regex.Pattern;

/** In payment-command's place: records byte for byte what arrives, and answers as told, or closes without an answer. */
public final class Upstream implements AutoCloseable {
    /** Reads the request, closes the connection and answers nothing. */
    public static final String NO_ANSWER = "";

    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    private final ServerSocket socket;
    private final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private volatile String answer = answer("200 OK", "{\"ok\": true}");
    private volatile boolean hangsUp;

    public Upstream() {
        try {
            socket = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** One request. */
    public record Arrival(String head, String body) {
        public String line() {
            return head.lines().findFirst().orElse("");
        }

        /** Every value of the header, joined. */
        public String header(String name) {
            return String.join(
                    "|",
                    head.lines()
                            .skip(1)
                            .filter(line ->
                                    line.toLowerCase(java.util.Locale.ROOT).startsWith(name + ":"))
                            .map(line -> line.substring(name.length() + 1).strip())
                            .toList());
        }
    }

    public static String answer(String status, String body, String... headers) {
        var head = new StringBuilder("HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n");
        for (var header : headers) {
            head.append(header).append("\r\n");
        }
        return head.append("\r\n").append(body).toString();
    }

    public void answers(String next) {
        answer = next;
    }

    /** Says so and closes the connection, whatever length was promised. */
    public void answersAndHangsUp(String next) {
        answer = next;
        hangsUp = true;
    }

    public String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    public List<Arrival> arrivals() {
        return arrivals;
    }

    public Arrival last() {
        return arrivals.getLast();
    }

    public void forget() {
        arrivals.clear();
    }

    private void accept() {
        try {
            while (true) {
                var client = socket.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    private void serve(Socket client) {
        try (client) {
            var in = new BufferedInputStream(client.getInputStream());
            while (true) {
                var head = head(in);
                if (head.isEmpty()) {
                    return;
                }
                var length = LENGTH.matcher(head);
                var body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
                var reply = answer;
                if (head.startsWith("GET /actuator/")) {
                    reply = answer("200 OK", "{}");
                } else {
                    arrivals.add(new Arrival(head, new String(body, StandardCharsets.UTF_8)));
                }
                if (reply.equals(NO_ANSWER)) {
                    return;
                }
                client.getOutputStream().write(reply.getBytes(StandardCharsets.UTF_8));
                client.getOutputStream().flush();
                if (hangsUp) {
                    return;
                }
            }
        } catch (IOException e) {
            // The gateway has closed the connection.
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
        try {
            socket.close();
            for (var client : open) {
                client.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
