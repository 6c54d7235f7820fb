package io.payonce.gateway.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * An error of the edge as RFC 9457 problem details, with a stable {@code code} for programs.
 *
 * @param header a header that belongs to the refusal ({@code Allow}, {@code Retry-After} …), as name and value
 */
public record Problem(
        HttpStatus status,
        String code,
        String detail,
        @Nullable Header header) {

    /** One header. */
    public record Header(String name, String value) {}

    public static Problem of(HttpStatus status, String code, String detail) {
        return new Problem(status, code, detail, null);
    }

    public static Problem notFound() {
        return of(HttpStatus.NOT_FOUND, "not_found", "There is nothing at this path.");
    }

    public static Problem internalError() {
        return of(HttpStatus.INTERNAL_SERVER_ERROR, "internal_error", "This is our fault; it was logged.");
    }

    public Problem with(String name, String value) {
        return new Problem(status, code, detail, new Header(name, value));
    }

    public Problem retryAfter(long seconds) {
        return with(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    }

    public String json() {
        var json = JsonMapper.shared().createObjectNode();
        json.put("type", "urn:payonce:problem:" + code);
        json.put("title", status.getReasonPhrase());
        json.put("status", status.value());
        json.put("code", code);
        json.put("detail", detail);
        return json.toString();
    }

    public void write(HttpServletResponse response) throws IOException {
        var body = json().getBytes(StandardCharsets.UTF_8);
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        if (header != null) {
            response.setHeader(header.name(), header.value());
        }
        response.getOutputStream().write(body);
    }
}
