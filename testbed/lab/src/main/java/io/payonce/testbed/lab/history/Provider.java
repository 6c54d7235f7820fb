package io.payonce.testbed.lab.history;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the provider, and the shop that gets the notifications, remember. */
public record Provider(List<Call> calls, List<Payment> ledger, List<Notification> notifications) {

    /**
     * One call the provider received.
     *
     * @param paymentId ours; null if the call named none
     * @param status the HTTP status answered, 0 if the caller got none
     */
    public record Call(
            Instant at,
            String operation,
            @Nullable String paymentId,
            @Nullable String nonce,
            @Nullable String idempotencyKey,
            int status) {}

    /**
     * One payment of the provider's ledger.
     *
     * @param id the provider's
     * @param paymentId ours
     * @param amount decimal, with exactly the currency's decimals
     */
    public record Payment(
            String id,
            String paymentId,
            String status,
            String amount,
            String currency,
            Instant createdAt,
            List<Step> history) {
        private static final Set<String> DEAD = Set.of("failed", "expired", "reversed");

        public long minorUnits() {
            return new BigDecimal(amount)
                    .movePointRight(Currency.getInstance(currency).getDefaultFractionDigits())
                    .longValueExact();
        }

        public boolean isPaid() {
            return status.equals("paid");
        }

        /** Money is there or may still come without anything going wrong at the provider. */
        public boolean isPayable() {
            return isPayable(status);
        }

        /** Since when it is neither open nor held. */
        public Optional<Instant> closedAt() {
            return history.stream()
                    .filter(step -> !isPayable(step.status()))
                    .map(Step::at)
                    .findFirst();
        }

        /** True if the provider had ended it, one way or another without the money, at that time. */
        public boolean wasDeadBy(Instant time) {
            return history.stream()
                    .anyMatch(step -> DEAD.contains(step.status()) && !step.at().isAfter(time));
        }

        private static boolean isPayable(String status) {
            return status.equals("pending") || status.equals("authorized");
        }
    }

    /** A status and since when. */
    public record Step(String status, Instant at) {}

    /** A merchant notification by its id, however often it came. */
    public record Notification(
            String id,
            String type,
            @Nullable String orderId,
            @Nullable String paymentId,
            int times) {}
}
