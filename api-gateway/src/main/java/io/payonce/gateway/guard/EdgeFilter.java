package io.payonce.gateway.guard;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.gateway.guard.BodyReader.Body;
import io.payonce.gateway.problem.Problem;
import io.payonce.schema.value.Ids;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** What every request must be before anything else looks at it. The first failing check answers, in this order. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class EdgeFilter extends OncePerRequestFilter {
    private static final String CLIENT = "X-Payonce-Client";
    private static final String REQUEST_ID = "X-Request-Id";
    private static final String TRACEPARENT = "traceparent";
    private static final Pattern REQUEST_ID_FORM = Pattern.compile("[\\x21-\\x7E]{1,128}");
    private static final Pattern TRACE_FORM =
            Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
    private static final Pattern JSON = Pattern.compile("(?i)application/json\\s*(;.*)?");
    private static final Logger log = LoggerFactory.getLogger(EdgeFilter.class);

    private final ApiKeys keys;
    private final RateLimits limits;
    private final Ids ids;
    private final MeterRegistry metrics;

    EdgeFilter(ApiKeys keys, RateLimits limits, Ids ids, MeterRegistry metrics) {
        this.keys = keys;
        this.limits = limits;
        this.ids = ids;
        this.metrics = metrics;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var requestId = requestId(request.getHeader(REQUEST_ID));
        response.setHeader(REQUEST_ID, requestId);
        var path = EdgePath.of(request.getRequestURI());
        var client = keys.clientOf(request.getHeader(HttpHeaders.AUTHORIZATION));
        var refusal = refusal(request, path, client);
        if (refusal.isPresent()) {
            refuse(refusal.get(), response);
            return;
        }
        switch (read(request)) {
            case Body.TooLarge large ->
                refuse(
                        Problem.of(HttpStatus.CONTENT_TOO_LARGE, "body_too_large", "The body may have 64 KiB at most.")
                                .with(HttpHeaders.CONNECTION, "close"),
                        response);
            case Body.TooSlow slow ->
                refuse(
                        Problem.of(HttpStatus.REQUEST_TIMEOUT, "request_timeout", "The body took too long to arrive.")
                                .with(HttpHeaders.CONNECTION, "close"),
                        response);
            case Body.Complete body ->
                chain.doFilter(passedOn(request, body.bytes(), client.orElse(null), requestId), response);
        }
    }

    private Optional<Problem> refusal(HttpServletRequest request, Optional<EdgePath> path, Optional<String> client) {
        if (path.isEmpty()) {
            return Optional.of(Problem.notFound());
        }
        if (!path.get().methods().contains(request.getMethod())) {
            return Optional.of(Problem.of(
                            HttpStatus.METHOD_NOT_ALLOWED, "method_not_allowed", "This path does not take that method.")
                    .with(HttpHeaders.ALLOW, String.join(", ", path.get().methods())));
        }
        if (!path.get().isPublic()) {
            if (client.isEmpty()) {
                return Optional.of(
                        Problem.of(HttpStatus.UNAUTHORIZED, "unauthorized", "The API key is missing or not known.")
                                .with(HttpHeaders.WWW_AUTHENTICATE, "Bearer"));
            }
            var pause = limits.take(client.get());
            if (pause.isPresent()) {
                metrics.counter("payonce_rate_limited", "client", client.get()).increment();
                return Optional.of(
                        Problem.of(HttpStatus.TOO_MANY_REQUESTS, "rate_limited", "Too many requests; slow down.")
                                .retryAfter(pause.getAsLong()));
            }
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
        var empty = request.getContentLengthLong() == 0
                || (request.getContentLengthLong() < 0 && request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null);
        return type == null ? empty : JSON.matcher(type).matches();
    }

    private static Body read(HttpServletRequest request) throws IOException {
        return request.getMethod().equals("POST") ? BodyReader.read(request) : new Body.Complete(new byte[0]);
    }

    private EdgeRequest passedOn(HttpServletRequest request, byte[] body, @Nullable String client, String requestId) {
        var passed = new EdgeRequest(request, body);
        passed.set(REQUEST_ID, requestId);
        passed.set(TRACEPARENT, traceparent(request.getHeader(TRACEPARENT)));
        if (client != null) {
            passed.set(CLIENT, client);
        }
        return passed;
    }

    private String requestId(@Nullable String given) {
        return given != null && REQUEST_ID_FORM.matcher(given).matches()
                ? given
                : ids.next().toString();
    }

    private String traceparent(@Nullable String given) {
        if (given != null && TRACE_FORM.matcher(given).matches()) {
            return given;
        }
        var trace = ids.next().toString().replace("-", "");
        var span = Long.toHexString(ids.next().getLeastSignificantBits());
        return "00-%s-%s-00".formatted(trace, span);
    }

    private static void refuse(Problem problem, HttpServletResponse response) throws IOException {
        log.debug("Refused: {}", problem.code());
        problem.write(response);
    }
}
