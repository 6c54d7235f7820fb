package io.payonce.providers;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 under one secret. Thread-safe. */
public final class Hmac {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    public Hmac(byte[] secret) {
        this.key = new SecretKeySpec(secret, ALGORITHM);
    }

    public Hmac(String secret) {
        this(secret.getBytes(StandardCharsets.UTF_8));
    }

    /** The code of the parts, one after the other. */
    public byte[] of(byte[]... parts) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (var part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** Compares in constant time. */
    public boolean matches(byte[] claimed, byte[]... parts) {
        return MessageDigest.isEqual(claimed, of(parts));
    }
}
