package io.payonce.gateway.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What no handler expected. */
@RestControllerAdvice
class Problems {
    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    @ExceptionHandler
    void unexpected(Exception failure, HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (response.isCommitted()) {
            log.warn("{} {} broke off: {}", request.getMethod(), request.getRequestURI(), failure.toString());
            return;
        }
        log.error("{} {} answered 500", request.getMethod(), request.getRequestURI(), failure);
        Problem.internalError().write(response);
    }
}
