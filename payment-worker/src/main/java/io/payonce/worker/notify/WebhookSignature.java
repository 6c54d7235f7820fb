package io.payonce.worker.notify;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs as Standard Webhooks says: {@code v1,} and the base64 of HMAC-SHA256 over {@code id.timestamp.body}, one
 * signature per secret, so that a receiver may change its secret before or after us. Thread-safe.
 */
final class WebhookSignature {
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    /** Below this a secret can be guessed, whatever is configured. */
    private static final int BYTES_MIN = 16;

    private final List<SecretKeySpec> keys;

    private WebhookSignature(List<SecretKeySpec> keys) {
        this.keys = keys;
    }

    /**
     * Reads secrets separated by spaces or commas.
     *
     * @throws IllegalArgumentException for none, or one that is wrong; the message does not repeat it
     */
    static WebhookSignature of(String secrets, int bytesMin) {
        var keys = Arrays.stream(secrets.split("[\\s,]+"))
                .filter(secret -> !secret.isEmpty())
                .map(secret -> new SecretKeySpec(bytes(secret, Math.max(bytesMin, BYTES_MIN)), ALGORITHM))
                .toList();
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("PAYONCE_WEBHOOK_SECRET is not set, but PAYONCE_WEBHOOK_URL is");
        }
        return new WebhookSignature(keys);
    }

    private static byte[] bytes(String secret, int bytesMin) {
        if (!secret.startsWith(PREFIX)) {
            throw new IllegalArgumentException("PAYONCE_WEBHOOK_SECRET does not begin with " + PREFIX);
        }
        var bytes = decoded(secret.substring(PREFIX.length()));
        if (bytes.length < bytesMin) {
            throw new IllegalArgumentException(
                    "PAYONCE_WEBHOOK_SECRET has %d bytes, fewer than %d".formatted(bytes.length, bytesMin));
        }
        return bytes;
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("PAYONCE_WEBHOOK_SECRET is not base64 after " + PREFIX, e);
        }
    }

    /** The value of {@code webhook-signature}. */
    String of(String id, long unixSeconds, byte[] body) {
        var head = (id + "." + unixSeconds + ".").getBytes(StandardCharsets.UTF_8);
        return keys.stream().map(key -> "v1," + hmac(key, head, body)).collect(Collectors.joining(" "));
    }

    private static String hmac(SecretKeySpec key, byte[] head, byte[] body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
