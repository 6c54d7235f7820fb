package io.payonce.testbed.sandbox.http;

import com.sun.net.httpserver.Headers;
import io.payonce.testbed.sandbox.json.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One HTTP request, its body read completely. Path and query stay as they were sent, for signatures cover them. */
public record Request(String method, String path, @Nullable String query, Headers headers, byte[] body) {

    public @Nullable String header(String name) {
        return headers.getFirst(name);
    }

    /** The target as the client wrote it. */
    public String target() {
        return query == null ? path : path + "?" + query;
    }

    /** The first value of the query parameter, decoded. */
    public Optional<String> parameter(String name) {
        if (query == null) {
            return Optional.empty();
        }
        for (var pair : query.split("&", -1)) {
            var equals = pair.indexOf('=');
            if (equals >= 0 && decoded(pair.substring(0, equals)).equals(name)) {
                return Optional.of(decoded(pair.substring(equals + 1)));
            }
        }
        return Optional.empty();
    }

    /**
     * The body as JSON members.
     *
     * @throws RequestRefused with 400 when the body is not one JSON object
     */
    public Members members() {
        return new Members(
                Json.object(body).orElseThrow(() -> new RequestRefused(400, "the body must be one JSON object")));
    }

    static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new RequestRefused(400, "the address is not properly encoded");
        }
    }
}
