package io.payonce.schema.value;

import java.util.UUID;

/** Names one payment session; also the provider's idempotency key for its registration, stable for ever. */
public record PaymentId(UUID value) {

    /**
     * Reads the 36-character form and nothing else.
     *
     * @throws IllegalArgumentException if the text is not exactly that form
     */
    public static PaymentId of(String text) {
        return new PaymentId(uuid(text));
    }

    /** Reads a UUID in its canonical form; {@link UUID#fromString} alone also takes "1-1-1-1-1". */
    public static UUID uuid(String text) {
        if (text.length() != 36) {
            throw new IllegalArgumentException("not a UUID");
        }
        return UUID.fromString(text);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
