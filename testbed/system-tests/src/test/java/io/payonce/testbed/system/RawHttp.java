package io.payonce.testbed.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** HTTP as no library would write it. */
final class RawHttp {
    private static final int ANSWER_MILLIS_MAX = 30_000;
    private static final int ANSWER_BYTES_MAX = 64 * 1024;

    private RawHttp() {}

    /** What came back, and how much could be sent before it was over. */
    record Flood(String answer, long bytes) {}

    /** Sends the text as it is and returns what comes back, up to the end of the connection or of patience. */
    static String send(int port, String text) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(ANSWER_MILLIS_MAX);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return read(socket);
        }
    }

    /** Sends the head and then chunks until the other side has had enough, at most {@code most} bytes. */
    static Flood flood(int port, String head, long most) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(ANSWER_MILLIS_MAX);
            var out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.ISO_8859_1));
            var chunk = ("4000\r\n" + " ".repeat(0x4000) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
            var sent = 0L;
            try {
                while (sent < most && socket.getInputStream().available() == 0) {
                    out.write(chunk);
                    sent += chunk.length;
                }
            } catch (IOException e) {
                // The connection was closed in our face, which is one way to be cut off.
            }
            return new Flood(read(socket), sent);
        }
    }

    private static String read(Socket socket) throws IOException {
        var bytes = new byte[ANSWER_BYTES_MAX];
        var length = 0;
        for (var read = 0; read >= 0 && length < bytes.length && !isWhole(bytes, length); ) {
            read = socket.getInputStream().read(bytes, length, bytes.length - length);
            length += Math.max(read, 0);
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** A head and a JSON body, which is all that is ever answered here. */
    private static boolean isWhole(byte[] bytes, int length) {
        var text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        return text.contains("\r\n\r\n") && text.stripTrailing().endsWith("}");
    }
}
