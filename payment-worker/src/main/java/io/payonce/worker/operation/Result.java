package io.payonce.worker.operation;

import io.payonce.schema.session.Observation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What one round of work on an operation came to; nothing of it is written yet. */
public sealed interface Result {

    /**
     * The operation is over.
     *
     * @param providerPaymentId the provider's name of the payment, if it became known
     * @param seen what to report, if anything
     * @param registration what this means for the registration of the same session
     */
    record Ended(
            String outcome,
            @Nullable String providerPaymentId,
            @Nullable Seen seen,
            ForRegistration registration) implements Result {

        public static Ended of(String outcome, Seen seen) {
            return new Ended(outcome, seen.observation().providerPaymentId(), seen, ForRegistration.UNTOUCHED);
        }

        public static Ended silently(String outcome) {
            return new Ended(outcome, null, null, ForRegistration.UNTOUCHED);
        }

        public Ended with(ForRegistration change) {
            return new Ended(outcome, providerPaymentId, seen, change);
        }
    }

    /** Not over: to be taken up again after a while. */
    record Again(
            Duration in,
            String why,
            @Nullable String providerPaymentId,
            @Nullable Seen seen) implements Result {}

    /** Nothing was sent, because the provider could not be called now; the try does not count. */
    record PutBack(Duration in, String why) implements Result {}

    /** Somebody else has the operation by now; nothing may be written. */
    record Lost() implements Result {}

    /**
     * What was observed.
     *
     * @param digest SHA-256 (hex) of the answer it was read from
     */
    record Seen(Observation observation, @Nullable String digest) {}

    /** What happens to the session's registration in the same transaction. */
    enum ForRegistration {
        UNTOUCHED,
        /** Put into the queue, because it never was. */
        BEGUN,
        /** Over, if it was open: the provider holds the payment. */
        FOUND,
        /** Over, if it was open: proven absent. */
        ABSENT,
        /** Never to be sent; fails the whole result if something was sent meanwhile. */
        REPLACED
    }
}
