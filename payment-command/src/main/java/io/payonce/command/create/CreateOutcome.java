package io.payonce.command.create;

import io.payonce.command.idempotency.StoredAnswer;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.value.PaymentId;

/** What becomes of a Create. */
sealed interface CreateOutcome {

    /** The order has a new session. */
    record Opened(PaymentSession session) implements CreateOutcome {}

    /** The order has a session already, and it is what was asked for. */
    record Existing(PaymentSession session) implements CreateOutcome {}

    /** The key was used for this very request; the answer is the one given then. */
    record Replayed(StoredAnswer answer) implements CreateOutcome {}

    /** The key was used for this very request, whose answer was never settled because its owner died. */
    record Abandoned(PaymentId payment) implements CreateOutcome {}

    /** The first request with this key is still being answered. */
    record KeyInUse() implements CreateOutcome {}

    /** The key was used for another request. */
    record KeyReused() implements CreateOutcome {}

    /** The order has an active session with other parameters. */
    record ActivePaymentDiffers(PaymentId payment) implements CreateOutcome {}

    /** The order was paid with other parameters. */
    record AlreadyPaid(PaymentId payment) implements CreateOutcome {}
}
