package io.payonce.testbed.sandbox.signing;

import java.time.Instant;

/** How the provider signs its callbacks: {@code t=<unix>,v1=<hex HMAC-SHA256 of t.body>}. Thread-safe. */
public final class CallbackSignature {
    private final Hmac secret;

    public CallbackSignature(String secret) {
        this.secret = Hmac.ofText(secret);
    }

    public String header(Instant time, byte[] body) {
        var seconds = time.getEpochSecond();
        return "t=%d,v1=%s".formatted(seconds, secret.hexOf(seconds + ".", body));
    }

    /** Looks like a signature and is none: its last digit is another one. */
    public String forgedHeader(Instant time, byte[] body) {
        var genuine = header(time, body);
        var last = genuine.charAt(genuine.length() - 1);
        return genuine.substring(0, genuine.length() - 1) + (last == '0' ? '1' : '0');
    }
}
