package io.payonce.testbed.sandbox.http;

import java.net.URI;
import java.util.Optional;

/** Addresses that something can be posted to. */
public final class HttpAddress {
    private static final int LENGTH_MAX = 2_000;

    private HttpAddress() {}

    /** The text as an absolute http or https address with a host; empty for anything else. */
    public static Optional<URI> of(String text) {
        if (text.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        try {
            var uri = URI.create(text);
            var web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
