package io.payonce.command.check;

import io.payonce.schema.event.Command.Attempt;
import io.payonce.schema.event.Command.CheckRequested;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.store.Outbox;
import io.payonce.schema.value.Ids;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Has the provider asked how a payment stands. Asking twice is harmless: the worker keeps one question open. */
@Component
class CheckPayment {
    private final Outbox outbox;
    private final Ids ids;
    private final Clock clock;
    private final TransactionTemplate transactions;

    CheckPayment(Outbox outbox, Ids ids, Clock clock, TransactionTemplate transactions) {
        this.outbox = outbox;
        this.ids = ids;
        this.clock = clock;
        this.transactions = transactions;
    }

    void ask(PaymentSession session, @Nullable String traceparent) {
        var question = Envelope.about(
                session, ids.next(), clock.instant(), new CheckRequested(Attempt.of(session)), traceparent);
        transactions.executeWithoutResult(transaction -> outbox.append(question));
    }
}
