package io.payonce.schema.session;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The states of a payment session and, in one table, which may follow which. Every state is entered at most once per
 * payment, which makes (payment, status) the natural key of a transition.
 */
public enum SessionStatus {
    REGISTERING("Registering"),
    UNKNOWN("Unknown"),
    REGISTERED("Registered"),
    AUTHORIZED("Authorized"),
    CANCELING("Canceling"),
    COMPLETED("Completed"),
    FAILED("Failed"),
    CANCELED("Canceled");

    private final String label;

    SessionStatus(String label) {
        this.label = label;
    }

    /** The states that may directly follow this one; empty for a final state. */
    public Set<SessionStatus> successors() {
        return switch (this) {
            case REGISTERING -> EnumSet.of(UNKNOWN, REGISTERED, AUTHORIZED, COMPLETED, FAILED, CANCELING);
            case UNKNOWN -> EnumSet.of(REGISTERED, AUTHORIZED, COMPLETED, FAILED, CANCELING);
            case REGISTERED -> EnumSet.of(AUTHORIZED, COMPLETED, FAILED, CANCELING);
            case AUTHORIZED -> EnumSet.of(COMPLETED, FAILED, CANCELING);
            case CANCELING -> EnumSet.of(CANCELED, COMPLETED);
            case COMPLETED, FAILED, CANCELED -> EnumSet.noneOf(SessionStatus.class);
        };
    }

    public boolean canBecome(SessionStatus next) {
        return successors().contains(next);
    }

    public boolean isFinal() {
        return successors().isEmpty();
    }

    /** An active session keeps its order closed to any other session. */
    public boolean isActive() {
        return !isFinal();
    }

    /** The name in the database and in {@code processed_events}: {@code Registering}. */
    public String label() {
        return label;
    }

    /** The name in the API and in events: {@code registering}. */
    public String apiName() {
        return label.toLowerCase(Locale.ROOT);
    }

    public static SessionStatus ofLabel(String label) {
        return Arrays.stream(values())
                .filter(status -> status.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no session status " + label));
    }
}
