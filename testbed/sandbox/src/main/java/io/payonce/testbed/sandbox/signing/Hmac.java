package io.payonce.testbed.sandbox.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 with one secret. Thread-safe. */
final class Hmac {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    Hmac(byte[] secret) {
        key = new SecretKeySpec(secret, ALGORITHM);
    }

    static Hmac ofText(String secret) {
        return new Hmac(secret.getBytes(StandardCharsets.UTF_8));
    }

    /** The code of the text followed by the bytes. */
    byte[] of(String head, byte[] body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    String hexOf(String head, byte[] body) {
        return HexFormat.of().formatHex(of(head, body));
    }
}
