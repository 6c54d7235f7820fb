package io.payonce.gateway.problem;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/** Tomcat's own refusals, of requests so broken that no handler sees them, in our form instead of HTML. */
public class ProblemValve extends ErrorReportValve {
    private static final Logger log = LoggerFactory.getLogger(ProblemValve.class);

    private final RequestIds requestIds;

    ProblemValve(RequestIds requestIds) {
        this.requestIds = requestIds;
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            if (response.getHeader(RequestIds.HEADER) == null) {
                response.setHeader(RequestIds.HEADER, requestIds.of(request.getHeader(RequestIds.HEADER)));
            }
            problem(response.getStatus()).write(response.getResponse());
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            log.debug("The caller was gone before its refusal could be written", e);
        }
    }

    private static Problem problem(int code) {
        var status = HttpStatus.resolve(code);
        if (status == null) {
            return Problem.internalError();
        }
        return switch (status) {
            case NOT_IMPLEMENTED, HTTP_VERSION_NOT_SUPPORTED ->
                Problem.of(status, "not_supported", "This server does not speak that form of HTTP.");
            case NOT_FOUND -> Problem.notFound();
            case METHOD_NOT_ALLOWED ->
                Problem.of(status, "method_not_allowed", "This server does not take that method.");
            case CONTENT_TOO_LARGE -> Problem.of(status, "body_too_large", "The body is too large.");
            case URI_TOO_LONG -> Problem.of(status, "uri_too_long", "The path is too long.");
            case REQUEST_HEADER_FIELDS_TOO_LARGE ->
                Problem.of(status, "headers_too_large", "The headers are too large.");
            case REQUEST_TIMEOUT -> Problem.of(status, "request_timeout", "The request took too long to arrive.");
            default ->
                status.is5xxServerError()
                        ? Problem.internalError()
                        : Problem.of(status, "bad_request", "The request cannot be understood.");
        };
    }
}
