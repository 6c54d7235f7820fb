package io.payonce.worker.operation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far the registration of a session came, as its row says.
 *
 * @param outcome null while open
 * @param sinceSent time since the last create call was begun, by the database's clock; null if none ever was
 */
public record Registration(
        State state,
        @Nullable String outcome,
        @Nullable Duration sinceSent,
        @Nullable String providerPaymentId) {
    /** The provider answered that it holds the payment. */
    public static final String CREATED = "created";
    /** The provider was seen to hold the payment. */
    public static final String FOUND = "found";
    /** The provider refused. */
    public static final String REJECTED = "rejected";
    /** Nobody waits for it any more, and nothing was sent. */
    public static final String REPLACED = "replaced_by_reverse";
    /** A reverse proved that nothing exists. */
    public static final String ABSENT = "absent";

    /** As the column has it. */
    public enum State {
        OPEN,
        DONE,
        REPLACED
    }

    public boolean isOpen() {
        return state == State.OPEN;
    }

    /** Nothing was sent and the provider was not seen to hold the payment. */
    public boolean isUntouched() {
        return sinceSent == null && state != State.DONE;
    }

    /** No create call can be under way: none was sent, or the provider was seen to hold the payment. */
    public boolean isSettled() {
        return sinceSent == null || CREATED.equals(outcome) || FOUND.equals(outcome);
    }

    /**
     * How long it takes until an "absent" answer to a question put then is proof; zero if it is proof now.
     *
     * @param settleTime how long after its begin a create call may still take effect
     */
    public Duration proofIn(Duration settleTime) {
        if (isSettled() || sinceSent == null || sinceSent.compareTo(settleTime) >= 0) {
            return Duration.ZERO;
        }
        return settleTime.minus(sinceSent);
    }
}
