package io.payonce.gateway.guard;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The paths that exist, as they stand in the request line: anything else, however it may be decoded further inside,
 * ends here. So neither an encoded slash nor a second slash is ever interpreted by anybody.
 *
 * @param isPublic needs no API key
 */
record EdgePath(Pattern form, List<String> methods, boolean isPublic) {
    /** One segment: what an id may contain, a colon also in its encoded form; not only dots. */
    private static final String SEGMENT = "(?!\\.{1,2}(?:/|$))(?:[A-Za-z0-9._:~-]|%3[Aa]){1,192}";

    /** No path takes a query today; one that could not be parsed inside is refused here. */
    private static final Pattern QUERY =
            Pattern.compile("(?:[A-Za-z0-9._~!$'()*+,;:@/?&=-]|%(?!00)[0-9A-Fa-f]{2}){0,1024}");

    private static final List<EdgePath> ALL = List.of(
            path("/v1/payments", "POST"),
            path("/v1/payments/" + SEGMENT, "GET"),
            path("/v1/payments/" + SEGMENT + "/(?:check|cancel-codes|cancel)", "POST"),
            path("/v1/payments/" + SEGMENT + "/(?:timeline|events)", "GET"),
            path("/v1/orders/" + SEGMENT, "GET"),
            new EdgePath(Pattern.compile("/v1/providers/" + SEGMENT + "/callbacks"), List.of("POST"), true),
            new EdgePath(Pattern.compile("/v3/api-docs"), List.of("GET"), true),
            new EdgePath(
                    Pattern.compile("/actuator/(?:prometheus|health(?:/(?:readiness|liveness))?)"),
                    List.of("GET", "HEAD"),
                    true));

    private static EdgePath path(String form, String method) {
        return new EdgePath(Pattern.compile(form), List.of(method), false);
    }

    static Optional<EdgePath> of(String rawPath) {
        return ALL.stream().filter(path -> path.form.matcher(rawPath).matches()).findFirst();
    }

    static boolean isQuery(@Nullable String rawQuery) {
        return rawQuery == null || QUERY.matcher(rawQuery).matches();
    }
}
