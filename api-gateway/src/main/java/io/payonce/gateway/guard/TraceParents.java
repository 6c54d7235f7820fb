package io.payonce.gateway.guard;

import io.payonce.schema.value.Ids;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** W3C trace context: the caller's if it is valid, else the beginning of a new trace. */
@Component
class TraceParents {
    static final String HEADER = "traceparent";

    private static final Pattern FORM =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private final Ids ids;

    TraceParents(Ids ids) {
        this.ids = ids;
    }

    static boolean isValid(@Nullable String given) {
        return given != null && FORM.matcher(given).matches();
    }

    String next() {
        var trace = ids.next().toString().replace("-", "");
        return "00-%s-%016x-00".formatted(trace, ids.next().getLeastSignificantBits());
    }
}
