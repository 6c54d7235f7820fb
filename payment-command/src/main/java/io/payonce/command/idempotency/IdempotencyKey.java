package io.payonce.command.idempotency;

import io.payonce.command.http.BadRequest;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A client's own name for one request; two clients may use the same one. */
public record IdempotencyKey(String client, String key) {
    public static final String HEADER = "Idempotency-Key";

    private static final Pattern FORM = Pattern.compile("[\\x21-\\x7E]{1,255}");

    /**
     * Reads the header.
     *
     * @throws BadRequest if it is there and no key
     */
    public static Optional<IdempotencyKey> of(String client, List<String> header) {
        if (header.isEmpty()) {
            return Optional.empty();
        }
        if (header.size() > 1 || !FORM.matcher(header.getFirst()).matches()) {
            throw BadRequest.field(HEADER, "must be one value of 1 to 255 visible ASCII characters");
        }
        return Optional.of(new IdempotencyKey(client, header.getFirst()));
    }
}
