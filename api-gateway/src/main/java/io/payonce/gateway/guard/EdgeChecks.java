package io.payonce.gateway.guard;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.gateway.problem.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** What is refused by the head of a request alone. The first failing check answers, in the order they stand here. */
@Component
class EdgeChecks {
    private static final Pattern JSON = Pattern.compile("(?i)application/json\\s*(;.*)?");

    private final ApiKeys keys;
    private final RateLimits limits;
    private final MeterRegistry metrics;

    EdgeChecks(ApiKeys keys, RateLimits limits, MeterRegistry metrics) {
        this.keys = keys;
        this.limits = limits;
        this.metrics = metrics;
    }

    /** May this go on, and for whom? */
    sealed interface Verdict {
        /** The client is null where no key is needed. */
        record Accepted(@Nullable String client) implements Verdict {}

        record Refused(Problem problem) implements Verdict {}
    }

    Verdict judge(HttpServletRequest request) {
        var path = EdgePath.of(request.getRequestURI()).orElse(null);
        if (path == null) {
            return new Verdict.Refused(Problem.notFound());
        }
        if (!path.methods().contains(request.getMethod())) {
            return new Verdict.Refused(Problem.of(
                            HttpStatus.METHOD_NOT_ALLOWED, "method_not_allowed", "This path does not take that method.")
                    .with(HttpHeaders.ALLOW, String.join(", ", path.methods())));
        }
        var client = path.isPublic() ? null : client(request).orElse(null);
        if (client == null && !path.isPublic()) {
            return new Verdict.Refused(
                    Problem.of(HttpStatus.UNAUTHORIZED, "unauthorized", "The API key is missing or not known.")
                            .with(HttpHeaders.WWW_AUTHENTICATE, "Bearer"));
        }
        return tooMany(client)
                .or(() -> wrongForm(request))
                .<Verdict>map(Verdict.Refused::new)
                .orElseGet(() -> new Verdict.Accepted(client));
    }

    private Optional<String> client(HttpServletRequest request) {
        return keys.clientOf(Collections.list(request.getHeaders(HttpHeaders.AUTHORIZATION)));
    }

    private Optional<Problem> tooMany(@Nullable String client) {
        if (client == null) {
            return Optional.empty();
        }
        var pause = limits.take(client);
        if (pause.isEmpty()) {
            return Optional.empty();
        }
        metrics.counter("payonce_rate_limited", "client", client).increment();
        return Optional.of(Problem.of(HttpStatus.TOO_MANY_REQUESTS, "rate_limited", "Too many requests; slow down.")
                .retryAfter(pause.getAsLong()));
    }

    private static Optional<Problem> wrongForm(HttpServletRequest request) {
        if (!EdgePath.isQuery(request.getQueryString())) {
            return Optional.of(Problem.of(HttpStatus.BAD_REQUEST, "bad_request", "The query cannot be understood."));
        }
        if (!request.getMethod().equals("POST") && hasBody(request)) {
            return Optional.of(Problem.of(HttpStatus.BAD_REQUEST, "bad_request", "This method takes no body."));
        }
        return isJson(request)
                ? Optional.empty()
                : Optional.of(Problem.of(
                        HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                        "unsupported_media_type",
                        "The body must be application/json, not encoded."));
    }

    /** A POST without any body needs no type: some have nothing to say. */
    private static boolean isJson(HttpServletRequest request) {
        if (!request.getMethod().equals("POST")) {
            return true;
        }
        var encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            return false;
        }
        var type = request.getContentType();
        return type == null ? !hasBody(request) : JSON.matcher(type).matches();
    }

    static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
    }
}
