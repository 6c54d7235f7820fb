package io.payonce.command.http;

import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Every error leaves as a problem: what the client did is 4xx, a dependency that is down is 503, a bug is 500. */
@RestControllerAdvice
class Problems {
    /** How long a client waits before it repeats a request that met a dependency down. */
    private static final int RETRY_AFTER_SECONDS = 1;

    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    @ExceptionHandler
    ResponseEntity<Object> badRequest(BadRequest refusal) {
        return refusal.problem().answer();
    }

    /** The outcome of a failed commit is not known; the same request again finds out, so 503 is right for it too. */
    @ExceptionHandler({DataAccessException.class, TransactionException.class})
    ResponseEntity<Object> database(Exception failure, HttpServletRequest request) {
        if (failure instanceof NonTransientDataAccessException
                && !(failure instanceof NonTransientDataAccessResourceException)) {
            return bug(failure, request);
        }
        log.warn("{} {} answered 503: {}", request.getMethod(), request.getRequestURI(), failure.getMessage());
        return Problem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "service_unavailable",
                        "The database cannot be reached or is too busy; repeat the request.")
                .answerAfter(RETRY_AFTER_SECONDS);
    }

    @ExceptionHandler
    ResponseEntity<Object> other(Exception failure, HttpServletRequest request) {
        if (!(failure instanceof ErrorResponse refusal)
                || refusal.getStatusCode().is5xxServerError()) {
            return bug(failure, request);
        }
        var status = HttpStatus.valueOf(refusal.getStatusCode().value());
        var answer = ResponseEntity.status(status);
        var allow = refusal.getHeaders().getFirst(HttpHeaders.ALLOW);
        if (allow != null) {
            answer.header(HttpHeaders.ALLOW, allow);
        }
        var body = switch (status) {
            case NOT_FOUND -> Problem.of(status, "not_found", "There is nothing at this path.");
            case METHOD_NOT_ALLOWED -> Problem.of(status, "method_not_allowed", "This path does not take that method.");
            case UNSUPPORTED_MEDIA_TYPE ->
                Problem.of(status, "unsupported_media_type", "The body must be application/json.");
            case NOT_ACCEPTABLE -> Problem.of(status, "not_acceptable", "Answers are application/json.");
            default -> Problem.of(status, "bad_request", "The request cannot be understood.");
        };
        return answer.contentType(org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON)
                .body(body);
    }

    private static ResponseEntity<Object> bug(Exception failure, HttpServletRequest request) {
        log.error(
                "{} {} answered 500; nothing of it was committed",
                request.getMethod(),
                request.getRequestURI(),
                failure);
        return Problem.of(HttpStatus.INTERNAL_SERVER_ERROR, "internal_error", "This is our fault; it was logged.")
                .answer();
    }
}
