package io.payonce.testbed.sandbox.faults;

import static io.payonce.testbed.sandbox.faults.Operation.CALLBACK;
import static io.payonce.testbed.sandbox.faults.Operation.REGISTER;
import static io.payonce.testbed.sandbox.faults.Operation.REVERSE;
import static io.payonce.testbed.sandbox.faults.Operation.STATUS;
import static io.payonce.testbed.sandbox.faults.Operation.WEBHOOK;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The ways to misbehave; the module's README says what each does to an answer and to a callback. */
public enum FaultKind {
    DELAY,
    HANG,
    DROP_BEFORE,
    DROP_AFTER,
    ERROR_BEFORE,
    ERROR_AFTER,
    RESPOND,
    SLOW_BODY,
    ENDLESS_BODY,
    TRUNCATED_JSON,
    TRUNCATED_BODY,
    REDIRECT(EnumSet.of(REGISTER, STATUS, REVERSE, WEBHOOK)),
    UNKNOWN_STATUS(EnumSet.of(REGISTER, STATUS, REVERSE, CALLBACK)),
    NEVER(EnumSet.of(CALLBACK)),
    DUPLICATE(EnumSet.of(CALLBACK)),
    REVERSE_PENDING(EnumSet.of(REVERSE)),
    REFUSE_CAPTURED(EnumSet.of(REVERSE));

    private final Set<Operation> operations;

    FaultKind() {
        this(EnumSet.allOf(Operation.class));
    }

    FaultKind(Set<Operation> operations) {
        this.operations = operations;
    }

    boolean fits(Operation operation) {
        return operations.contains(operation);
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<FaultKind> ofWord(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }
}
