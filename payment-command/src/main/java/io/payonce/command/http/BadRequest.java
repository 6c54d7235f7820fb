package io.payonce.command.http;

import io.payonce.command.http.Problem.FieldError;
import java.util.List;

/** The client sent something that cannot be used; nothing was stored. */
public final class BadRequest extends RuntimeException {
    private final transient Problem problem;

    private BadRequest(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    public static BadRequest of(Problem problem) {
        return new BadRequest(problem);
    }

    public static BadRequest field(String field, String message) {
        return new BadRequest(Problem.invalid(List.of(new FieldError(field, message))));
    }

    public Problem problem() {
        return problem;
    }
}
