package io.payonce.testbed.sandbox.ledger;

/** The answer to a registration. */
public sealed interface Registered {
    /** The order's one payment, new or from before. */
    record Held(Payment payment) implements Registered {}

    /** The order has a payment with other parameters. */
    record Conflict(Payment payment) implements Registered {}

    /** The ledger has reached its bound; nothing was done. */
    record Full() implements Registered {}
}
