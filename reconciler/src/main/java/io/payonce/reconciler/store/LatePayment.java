package io.payonce.reconciler.store;

import io.payonce.schema.value.Money;
import io.payonce.schema.value.PaymentId;
import org.jspecify.annotations.Nullable;

/**
 * Money that came, or is said to have come, after its session had ended without.
 *
 * @param operation the money operation of its reversal
 * @param money what the provider named; null while only suspected
 */
public record LatePayment(
        PaymentId payment,
        PaymentId operation,
        State state,
        @Nullable Money money,
        String why) {

    /** The label is the column's value. */
    public enum State {
        /** Somebody claims it; the provider is being asked. */
        SUSPECTED("Suspected"),
        /** Asked, the provider holds no money. A later claim is a new suspicion. */
        CLEARED("Cleared"),
        /** On its way back, until the provider confirms. */
        REVERSING("Reversing"),
        REVERSED("Reversed"),
        /** A person decides: by policy, or because the provider refuses to give it back. */
        REVIEW("Review");

        private final String label;

        State(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }

        /** Somebody looks again when nothing is heard. */
        boolean isInMotion() {
            return this == SUSPECTED || this == REVERSING;
        }
    }

    public LatePayment in(State next, String reason) {
        return new LatePayment(payment, operation, next, money, reason);
    }
}
