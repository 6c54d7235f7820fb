package io.payonce.providers;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One HTTP request, signed and ready to be sent exactly as it is. */
public record ProviderRequest(
        String method,
        URI uri,
        Map<String, String> headers,
        @Nullable String body) {

    /** Without the headers: they hold the key and the signature. */
    @Override
    public String toString() {
        return method + " " + uri;
    }
}
