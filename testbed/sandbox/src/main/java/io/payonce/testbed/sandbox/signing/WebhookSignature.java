package io.payonce.testbed.sandbox.signing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Merchant webhooks as Standard Webhooks defines them: HMAC-SHA256 over {@code id.timestamp.body}. Thread-safe. */
public final class WebhookSignature {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
    private static final String PREFIX = "whsec_";

    private final Hmac secret;

    /**
     * Takes the secret as Standard Webhooks writes it.
     *
     * @param secret base64, with or without {@code whsec_} before it
     * @throws IllegalArgumentException when it is not base64
     */
    public WebhookSignature(String secret) {
        var encoded = secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret;
        this.secret = new Hmac(Base64.getDecoder().decode(encoded));
    }

    /** The three headers as they came. */
    public record Headers(
            @Nullable String id,
            @Nullable String timestamp,
            @Nullable String signatures) {}

    public String sign(String id, String timestamp, byte[] body) {
        return "v1," + Base64.getEncoder().encodeToString(secret.of("%s.%s.".formatted(id, timestamp), body));
    }

    /** Any one of several signatures, separated by spaces, is enough: that is how secrets are rolled. */
    public boolean isGenuine(Headers headers, byte[] body, Instant now) {
        var id = headers.id();
        var timestamp = headers.timestamp();
        var signatures = headers.signatures();
        if (id == null || id.isEmpty() || timestamp == null || signatures == null || !isRecent(timestamp, now)) {
            return false;
        }
        var expected = sign(id, timestamp, body).getBytes(US_ASCII);
        var genuine = false;
        for (var given : signatures.split(" ", -1)) {
            genuine |= MessageDigest.isEqual(expected, given.getBytes(US_ASCII));
        }
        return genuine;
    }

    private static boolean isRecent(String timestamp, Instant now) {
        if (!SECONDS.matcher(timestamp).matches()) {
            return false;
        }
        var age = now.getEpochSecond() - Long.parseLong(timestamp);
        return Math.abs(age) <= TOLERANCE.toSeconds();
    }
}
