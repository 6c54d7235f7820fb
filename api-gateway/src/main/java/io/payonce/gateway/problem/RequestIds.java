package io.payonce.gateway.problem;

import io.payonce.schema.value.Ids;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The name of a request, by which its traces are found in every log; the caller's own if it is one. */
@Component
public class RequestIds {
    public static final String HEADER = "X-Request-Id";

    private static final Pattern FORM = Pattern.compile("[\\x21-\\x7E]{1,128}");

    private final Ids ids;

    RequestIds(Ids ids) {
        this.ids = ids;
    }

    public String of(@Nullable String given) {
        return given != null && FORM.matcher(given).matches()
                ? given
                : ids.next().toString();
    }
}
