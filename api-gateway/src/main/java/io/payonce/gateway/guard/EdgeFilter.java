package io.payonce.gateway.guard;

import io.payonce.gateway.guard.BodyReader.Body;
import io.payonce.gateway.guard.EdgeChecks.Verdict;
import io.payonce.gateway.problem.Problem;
import io.payonce.gateway.problem.RequestIds;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** What every request must be before anything else looks at it: first its head, then its body. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class EdgeFilter extends OncePerRequestFilter {
    private static final String CLIENT = "X-Payonce-Client";
    private static final Logger log = LoggerFactory.getLogger(EdgeFilter.class);

    private final EdgeChecks checks;
    private final BodyReader bodies;
    private final RequestIds requestIds;
    private final TraceParents traces;

    EdgeFilter(EdgeChecks checks, BodyReader bodies, RequestIds requestIds, TraceParents traces) {
        this.checks = checks;
        this.bodies = bodies;
        this.requestIds = requestIds;
        this.traces = traces;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var requestId = requestIds.of(request.getHeader(RequestIds.HEADER));
        response.setHeader(RequestIds.HEADER, requestId);
        switch (checks.judge(request)) {
            case Verdict.Refused refused -> refuse(refused.problem(), request, response);
            case Verdict.Accepted accepted -> {
                try (var reading = bodies.begin()) {
                    switch (reading.read(request)) {
                        case Body.Complete body ->
                            chain.doFilter(passedOn(request, body.bytes(), accepted.client(), requestId), response);
                        case Body.TooLarge large -> refuse(tooLarge(), request, response);
                        case Body.TooSlow slow -> cutOff(tooSlow(), request, response);
                        case Body.Broken broken -> cutOff(broken(), request, response);
                        case Body.NoRoom full -> refuse(noRoom(), request, response);
                    }
                }
            }
        }
    }

    private EdgeRequest passedOn(HttpServletRequest request, byte[] body, @Nullable String client, String requestId) {
        var passed = new EdgeRequest(request, body);
        passed.set(RequestIds.HEADER, requestId);
        var trace = request.getHeader(TraceParents.HEADER);
        if (!TraceParents.isValid(trace)) {
            passed.set(TraceParents.HEADER, traces.next());
        }
        if (client != null) {
            passed.set(CLIENT, client);
        }
        return passed;
    }

    /** Answers first, then reads on for a moment: a caller who is still sending could not read the answer otherwise. */
    private static void refuse(Problem problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        log.debug("Refused: {}", problem.code());
        var waitsForPermission = request.getHeader(HttpHeaders.EXPECT) != null;
        problem.write(response);
        response.flushBuffer();
        if (EdgeChecks.hasBody(request) && (waitsForPermission || !BodyReader.drain(request.getInputStream()))) {
            CutOffValve.cutOff(request);
        }
    }

    private static void cutOff(Problem problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        log.debug("Cut off: {}", problem.code());
        CutOffValve.cutOff(request);
        problem.write(response);
    }

    private static Problem tooLarge() {
        return Problem.of(HttpStatus.CONTENT_TOO_LARGE, "body_too_large", "The body may have 64 KiB at most.")
                .with(HttpHeaders.CONNECTION, "close");
    }

    private static Problem tooSlow() {
        return Problem.of(HttpStatus.REQUEST_TIMEOUT, "request_timeout", "The body took too long to arrive.")
                .with(HttpHeaders.CONNECTION, "close");
    }

    private static Problem broken() {
        return Problem.of(HttpStatus.BAD_REQUEST, "bad_request", "The body cannot be read to its end.")
                .with(HttpHeaders.CONNECTION, "close");
    }

    private static Problem noRoom() {
        return Problem.of(HttpStatus.SERVICE_UNAVAILABLE, "service_unavailable", "Too many large bodies at once.")
                .retryAfter(1);
    }
}
