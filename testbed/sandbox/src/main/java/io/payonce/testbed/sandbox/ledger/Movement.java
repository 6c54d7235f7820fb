package io.payonce.testbed.sandbox.ledger;

/** The decision about one action on one status. */
sealed interface Movement {
    record Moved(PaymentStatus to) implements Movement {}

    /** The payment is already there: the same answer again, and no second callback. */
    record Unchanged() implements Movement {}

    record Refused(String why) implements Movement {}
}
