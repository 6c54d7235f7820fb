package io.payonce.schema.value;

import java.util.regex.Pattern;

/** The shop's name for an order: 1–64 of {@code A–Z a–z 0–9 . _ : -}, compared byte by byte. */
public record OrderId(String value) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

    public OrderId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("must be 1 to 64 characters of A-Z a-z 0-9 . _ : -");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
