package io.payonce.schema.store;

import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.value.PaymentId;

/** A session whose look is due. */
public sealed interface DueSession {
    record Known(PaymentSession session) implements DueSession {}

    /** The row holds what no code of ours writes; a person has to look at it. */
    record Unreadable(PaymentId id, String why) implements DueSession {}
}
