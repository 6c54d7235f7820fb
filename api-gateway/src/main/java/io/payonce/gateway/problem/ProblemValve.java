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

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        var status = HttpStatus.resolve(response.getStatus());
        var problem = status == null || status.is5xxServerError()
                ? Problem.of(HttpStatus.INTERNAL_SERVER_ERROR, "internal_error", "This is our fault; it was logged.")
                : Problem.of(status, "bad_request", "The request cannot be understood.");
        try {
            problem.write(response.getResponse());
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            log.debug("The caller was gone before its refusal could be written", e);
        }
    }
}
