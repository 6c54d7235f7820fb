package io.payonce.providers;

import io.payonce.providers.SignatureWindow.Verdict.Bad;
import io.payonce.providers.SignatureWindow.Verdict.Good;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Signatures of the form {@code t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">[,v1=…]}, as Stripe introduced them.
 * The stamp must lie within the window on both sides: a stamp from the future would stay valid for as long as it likes.
 */
public final class SignatureWindow {
    /** How far a stamp may lie from now, in either direction, inclusive. */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final Pattern STAMP = Pattern.compile("[0-9]{1,12}");
    private static final int ELEMENTS_MAX = 16;

    private final List<Hmac> secrets;

    /** Several secrets are good at once during a rollover. */
    public SignatureWindow(List<Hmac> secrets) {
        this.secrets = List.copyOf(secrets);
    }

    /** Whether a signature is the provider's. */
    public sealed interface Verdict {
        record Good() implements Verdict {}

        record Bad(String why) implements Verdict {}
    }

    public Verdict judge(List<String> headers, byte[] body, Instant now) {
        if (headers.size() != 1) {
            return new Bad(headers.isEmpty() ? "signature missing" : "several signature headers");
        }
        var elements = headers.getFirst().split(",", ELEMENTS_MAX + 1);
        if (elements.length > ELEMENTS_MAX) {
            return new Bad("signature malformed");
        }
        var stamps = valuesOf("t", elements);
        if (stamps.size() != 1 || !STAMP.matcher(stamps.getFirst()).matches()) {
            return new Bad("signature malformed");
        }
        var stamp = stamps.getFirst();
        if (Math.abs(now.getEpochSecond() - Long.parseLong(stamp)) > TOLERANCE.toSeconds()) {
            return new Bad("signature outside the time window");
        }
        var prefix = (stamp + ".").getBytes(StandardCharsets.US_ASCII);
        var good = false;
        for (var claimed : valuesOf("v1", elements)) {
            good |= isAnySecrets(claimed, prefix, body);
        }
        return good ? new Good() : new Bad("signature wrong");
    }

    /** Tries every secret, also after a match: the time must not tell which one it was. */
    private boolean isAnySecrets(String claimed, byte[] prefix, byte[] body) {
        byte[] code;
        try {
            code = HexFormat.of().parseHex(claimed);
        } catch (IllegalArgumentException e) {
            return false;
        }
        var good = false;
        for (var secret : secrets) {
            good |= secret.matches(code, prefix, body);
        }
        return good;
    }

    private static List<String> valuesOf(String name, String[] elements) {
        var values = new ArrayList<String>();
        for (var element : elements) {
            if (element.strip().startsWith(name + "=")) {
                values.add(element.strip().substring(name.length() + 1));
            }
        }
        return values;
    }
}
