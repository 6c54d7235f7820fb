package io.payonce.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** HTTP as no library would write it. */
public final class RawHttp {
    private static final int ANSWER_MILLIS_MAX = 20_000;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}).*", Pattern.DOTALL);
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    private final int port;

    public RawHttp(int port) {
        this.port = port;
    }

    /** What came back; status 0 if the connection was closed without an answer. */
    public record Answer(String text) {
        public int status() {
            var matcher = STATUS.matcher(text);
            return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
        }

        public String body() {
            var end = text.indexOf("\r\n\r\n");
            return end < 0 ? "" : text.substring(end + 4);
        }

        public String header(String name) {
            return String.join(
                    "|",
                    text.lines()
                            .skip(1)
                            .takeWhile(line -> !line.isEmpty())
                            .filter(line ->
                                    line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                            .map(line -> line.substring(name.length() + 1).strip())
                            .toList());
        }
    }

    public Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(ANSWER_MILLIS_MAX);
        return socket;
    }

    /** Sends the text, one byte per character, and returns the first whole answer. */
    public Answer send(String text) throws IOException {
        try (var socket = connect()) {
            write(socket, text);
            return read(socket);
        }
    }

    /** A request with a body in UTF-8; headers are whole lines. */
    public Answer send(String line, String body, String... headers) throws IOException {
        try (var socket = connect()) {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            var length = line.startsWith("GET") && bytes.length == 0 ? "" : "Content-Length: " + bytes.length + "\r\n";
            var lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
            write(socket, line + " HTTP/1.1\r\nHost: x\r\n" + length + lines + "\r\n");
            socket.getOutputStream().write(bytes);
            return read(socket);
        }
    }

    public static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    public static Answer read(Socket socket) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var buffer = new byte[8192];
        try {
            while (!isWhole(bytes)) {
                var read = socket.getInputStream().read(buffer);
                if (read < 0) {
                    break;
                }
                bytes.write(buffer, 0, read);
            }
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            // Reset: what was read before counts.
        }
        return new Answer(bytes.toString(StandardCharsets.UTF_8));
    }

    private static boolean isWhole(ByteArrayOutputStream bytes) {
        var text = bytes.toString(StandardCharsets.ISO_8859_1);
        var end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            return false;
        }
        var length = LENGTH.matcher(text.substring(0, end));
        return length.find()
                ? text.length() >= end + 4 + Integer.parseInt(length.group(1))
                : text.endsWith("\r\n0\r\n\r\n") || text.startsWith("HTTP/1.1 100") || text.startsWith("HTTP/1.1 204");
    }
}
