package io.payonce.testbed.lab.check;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The states of a session as the design says, written down a second time: the code under test is no witness. */
enum State {
    REGISTERING,
    UNKNOWN,
    REGISTERED,
    AUTHORIZED,
    CANCELING,
    COMPLETED,
    FAILED,
    CANCELED;

    private Set<State> successors() {
        return switch (this) {
            case REGISTERING -> EnumSet.of(UNKNOWN, REGISTERED, AUTHORIZED, COMPLETED, FAILED, CANCELING);
            case UNKNOWN -> EnumSet.of(REGISTERED, AUTHORIZED, COMPLETED, FAILED, CANCELING);
            case REGISTERED -> EnumSet.of(AUTHORIZED, COMPLETED, FAILED, CANCELING);
            case AUTHORIZED -> EnumSet.of(COMPLETED, FAILED, CANCELING);
            case CANCELING -> EnumSet.of(CANCELED, COMPLETED);
            case COMPLETED, FAILED, CANCELED -> EnumSet.noneOf(State.class);
        };
    }

    boolean canBecome(State next) {
        return successors().contains(next);
    }

    boolean isFinal() {
        return successors().isEmpty();
    }

    /** Reads {@code Registered} and {@code registered}. */
    static State of(String name) {
        return Arrays.stream(values())
                .filter(state -> state.name().equals(name.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no session state " + name));
    }
}
