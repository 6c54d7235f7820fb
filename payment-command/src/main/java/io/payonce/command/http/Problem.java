package io.payonce.command.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** An error as RFC 9457 problem details, with a stable {@code code} for programs. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Problem(
        String type,
        String title,
        int status,
        String code,
        String detail,
        @Nullable String paymentId,
        List<FieldError> errors) {

    /** What is wrong with one member of the body, one header or one parameter. */
    public record FieldError(String field, String message) {}

    public static Problem of(HttpStatus status, String code, String detail) {
        return new Problem(
                "urn:payonce:problem:" + code, status.getReasonPhrase(), status.value(), code, detail, null, List.of());
    }

    public static Problem invalid(List<FieldError> errors) {
        var first = errors.getFirst();
        return of(HttpStatus.BAD_REQUEST, "validation_failed", first.field() + " " + first.message())
                .withErrors(errors);
    }

    public Problem withErrors(List<FieldError> fields) {
        return new Problem(type, title, status, code, detail, paymentId, fields);
    }

    public Problem about(String payment) {
        return new Problem(type, title, status, code, detail, payment, errors);
    }

    public ResponseEntity<Object> answer() {
        return answer(new HttpHeaders());
    }

    public ResponseEntity<Object> answerAfter(int seconds) {
        var headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, Integer.toString(seconds));
        return answer(headers);
    }

    private ResponseEntity<Object> answer(HttpHeaders headers) {
        return ResponseEntity.status(status)
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(this);
    }
}
