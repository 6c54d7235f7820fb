package io.payonce.testbed.sandbox.faults;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can misbehave: the provider's three calls, its callbacks, the shop's webhook receiver. */
public enum Operation {
    REGISTER,
    STATUS,
    REVERSE,
    CALLBACK,
    WEBHOOK;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Operation> ofWord(String word) {
        return Arrays.stream(values())
                .filter(operation -> operation.word().equals(word))
                .findFirst();
    }
}
