package io.payonce.command.http;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code Prefer: wait=N} of RFC 7240: how many seconds the client would like to wait for the outcome. */
public final class PreferWait {
    public static final Duration MAX = Duration.ofSeconds(20);

    private static final Pattern FORM = Pattern.compile("(?:^|[,;])\\s*wait\\s*=\\s*\"?([0-9]{1,6})\"?\\s*(?:$|[,;])");

    private PreferWait() {}

    /** The wait, at most {@link #MAX}; zero if none is asked for. A preference we do not understand is ignored. */
    public static Duration of(@Nullable String header) {
        if (header == null) {
            return Duration.ZERO;
        }
        var match = FORM.matcher(header);
        if (!match.find()) {
            return Duration.ZERO;
        }
        var wait = Duration.ofSeconds(Long.parseLong(match.group(1)));
        return wait.compareTo(MAX) > 0 ? MAX : wait;
    }
}
