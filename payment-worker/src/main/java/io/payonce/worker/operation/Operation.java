package io.payonce.worker.operation;

import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A claimed row of the queue. It belongs to its claimer while no other raised the epoch.
 *
 * @param payment the money operation: the session's own id, except for a late reversal, which has one of its own
 * @param session the payment it is about
 * @param key the provider's idempotency key, the same in every call
 * @param askedAt the session's version when the command was given, which its report carries on
 * @param attempt how often it was claimed to be worked on, this time included
 * @param sentBefore a create call of an earlier round may have reached the provider
 * @param reported an earlier round has reported that nothing is known
 */
public record Operation(
        UUID id,
        Kind kind,
        PaymentId payment,
        PaymentId session,
        OrderId order,
        String provider,
        String key,
        Money money,
        @Nullable String description,
        @Nullable String returnUrl,
        @Nullable String providerPaymentId,
        @Nullable String traceparent,
        long askedAt,
        int attempt,
        long epoch,
        boolean sentBefore,
        boolean reported) {

    /** What is asked of the provider; the label is the column's value. */
    public enum Kind {
        REGISTER("register"),
        CHECK("check"),
        REVERSE("reverse");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** The reversal of money that came after the session had ended. */
    public boolean isLate() {
        return !payment.equals(session);
    }

    @Override
    public String toString() {
        return "%s %s %s".formatted(session, order, kind.label());
    }
}
