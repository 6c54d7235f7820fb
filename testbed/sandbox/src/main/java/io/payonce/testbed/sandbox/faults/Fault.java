package io.payonce.testbed.sandbox.faults;

import io.payonce.testbed.sandbox.http.Members;
import io.payonce.testbed.sandbox.http.RequestRefused;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One way to misbehave, asked for by a test.
 *
 * @param orderId only calls of this order; null for all
 * @param delayMs null for the kind's own default
 * @param status null for the kind's own default
 * @param body null for the kind's own default
 * @param done whether {@code respond} performs the action before it answers something else
 * @param repeat how often {@code duplicate} sends
 */
public record Fault(
        Operation operation,
        @Nullable String orderId,
        FaultKind fault,
        @Nullable Integer delayMs,
        @Nullable Integer status,
        @Nullable String body,
        boolean done,
        int repeat) {

    static final int TIMES_MAX = 1_000_000;
    private static final int DELAY_MS_MAX = 600_000;
    private static final int REPEAT_MAX = 100;
    private static final Set<String> NAMES =
            Set.of("operation", "order_id", "times", "fault", "delay_ms", "status", "body", "done", "repeat");

    /**
     * Reads a fault from the body of a control call.
     *
     * @throws RequestRefused with 400 for unknown names and for what does not fit together
     */
    static Fault read(Members members) {
        members.allowOnly(NAMES);
        var operation = word(members, "operation", Operation.ofWord(members.text("operation")), Operation.values());
        var kind = word(members, "fault", FaultKind.ofWord(members.text("fault")), FaultKind.values());
        if (!kind.fits(operation)) {
            throw new RequestRefused(400, "%s is no fault of a %s".formatted(kind.word(), operation.word()));
        }
        return new Fault(
                operation,
                members.optionalText("order_id").orElse(null),
                kind,
                members.optionalNumber("delay_ms", 0, DELAY_MS_MAX).orElse(null),
                members.optionalNumber("status", 200, 599).orElse(null),
                members.value("body").map(Fault::text).orElse(null),
                members.flag("done", false),
                members.optionalNumber("repeat", 2, REPEAT_MAX).orElse(2));
    }

    /** A body may be written as a string or as the JSON it is. */
    private static String text(JsonNode body) {
        return body.isString() ? body.stringValue() : body.toString();
    }

    private static <T extends Enum<T>> T word(Members members, String name, Optional<T> known, T[] all) {
        return known.orElseThrow(() -> new RequestRefused(
                400,
                "unknown %s %s; known: %s"
                        .formatted(
                                name,
                                members.text(name),
                                Arrays.stream(all)
                                        .map(value -> value.name().toLowerCase(java.util.Locale.ROOT))
                                        .collect(Collectors.joining(", ")))));
    }

    /** How long to hold what happens, when the test did not say. */
    public Duration delay(Duration otherwise) {
        return delayMs == null ? otherwise : Duration.ofMillis(delayMs);
    }

    boolean matches(Operation called, @Nullable String order) {
        return operation == called && (orderId == null || orderId.equals(order));
    }
}
