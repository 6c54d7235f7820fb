package io.payonce.command.cancel;

import io.payonce.command.cancel.Judgement.Refusal;
import io.payonce.schema.session.PaymentSession;

/** What becomes of a Cancel. */
sealed interface CancelOutcome {

    /** The cancellation has begun. */
    record Started(PaymentSession session) implements CancelOutcome {}

    /** Nothing was done; the payment as it stands is the answer. */
    record AsItStands(PaymentSession session) implements CancelOutcome {}

    /** The code does not work, and the payment is as it was. */
    record Refused(Refusal why) implements CancelOutcome {}

    record NoSuchPayment() implements CancelOutcome {}
}
