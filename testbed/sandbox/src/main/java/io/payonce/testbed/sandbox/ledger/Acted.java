package io.payonce.testbed.sandbox.ledger;

/** The answer to an action. */
public sealed interface Acted {
    /** The payment is where the action leads, by this action or since before. */
    record Done(Payment payment) implements Acted {}

    record Refused(Payment payment, String why) implements Acted {}

    record NotFound() implements Acted {}
}
