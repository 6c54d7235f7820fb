package io.payonce.schema.session;

import org.jspecify.annotations.Nullable;

/** The states of a payment at any provider, as adapters map them. */
public enum ProviderState {
    /** The provider holds the payment; nobody has paid yet. */
    OPEN,
    /** The payer's money is held, not captured. */
    HELD,
    /** The money is captured. */
    PAID,
    /** The provider refused to create the payment: definite, nothing exists. */
    REJECTED("provider_rejected", "The provider refused the payment."),
    /** Final decline. */
    DECLINED("payment_declined", "The payment was declined."),
    /** The provider itself says that the payment can no longer be paid. */
    EXPIRED("payment_expired", "The payment expired at the provider."),
    /** Proven absent: no such payment, and no register call of ours can still be under way. */
    ABSENT("payment_absent", "The provider proved that the payment does not exist."),
    /** Money released or returned, or an unpaid payment withdrawn. */
    REVERSED("payment_reversed", "The payment was reversed at the provider."),
    /** Nothing is known: no answer, an unreadable one, or a status word we do not know. Never the same as failed. */
    UNKNOWN;

    private final @Nullable Failure failure;

    ProviderState() {
        this.failure = null;
    }

    ProviderState(String failureCode, String message) {
        this.failure = new Failure(failureCode, message);
    }

    /** No money is there and none can come, as far as the provider knows. */
    public boolean isDead() {
        return failure != null;
    }

    /** The payer's money is with the provider. */
    public boolean hasMoney() {
        return this == HELD || this == PAID;
    }

    /**
     * What a dead state means for the session, with the provider's own words if it gave any.
     *
     * @throws IllegalStateException if the state is not dead
     */
    public Failure failure(@Nullable String reason) {
        if (failure == null) {
            throw new IllegalStateException(this + " is no failure");
        }
        return reason == null ? failure : new Failure(failure.code(), reason);
    }
}
