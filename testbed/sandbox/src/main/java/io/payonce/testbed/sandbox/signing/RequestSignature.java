package io.payonce.testbed.sandbox.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a merchant signs its calls: hex HMAC-SHA256 over {@code METHOD\npath?query\nnonce\nbody}. Thread-safe. */
public final class RequestSignature {
    /** Longer nonces are not accepted. */
    public static final int NONCE_LENGTH_MAX = 64;

    private final byte[] apiKey;
    private final Hmac secret;

    public RequestSignature(String apiKey, String secret) {
        this.apiKey = apiKey.getBytes(UTF_8);
        this.secret = Hmac.ofText(secret);
    }

    /** What a caller sends beside the body; each part may be missing. */
    public record Credentials(
            @Nullable String apiKey,
            @Nullable String nonce,
            @Nullable String signature) {}

    public String sign(String method, String target, String nonce, byte[] body) {
        return secret.hexOf("%s\n%s\n%s\n".formatted(method, target, nonce), body);
    }

    /** Whether key and signature are genuine; whether the nonce is fresh is another question. */
    public boolean isGenuine(Credentials credentials, String method, String target, byte[] body) {
        var nonce = credentials.nonce();
        if (nonce == null || nonce.isEmpty() || nonce.length() > NONCE_LENGTH_MAX) {
            return false;
        }
        var keyFits = MessageDigest.isEqual(apiKey, bytes(credentials.apiKey()));
        var expected = sign(method, target, nonce, body).getBytes(UTF_8);
        var signature = credentials.signature();
        var signed =
                MessageDigest.isEqual(expected, bytes(signature == null ? null : signature.toLowerCase(Locale.ROOT)));
        return keyFits && signed;
    }

    private static byte[] bytes(@Nullable String text) {
        return text == null ? new byte[0] : text.getBytes(UTF_8);
    }
}
