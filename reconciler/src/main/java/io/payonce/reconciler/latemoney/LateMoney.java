package io.payonce.reconciler.latemoney;

import io.payonce.reconciler.store.AccountingEntries;
import io.payonce.reconciler.store.LatePayment;
import io.payonce.reconciler.store.LatePayment.State;
import io.payonce.reconciler.store.LatePayments;
import io.payonce.schema.event.Command.Attempt;
import io.payonce.schema.event.Command.CheckRequested;
import io.payonce.schema.event.Command.ReverseRequested;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.Event;
import io.payonce.schema.event.PaymentEvent;
import io.payonce.schema.event.PaymentSnapshot;
import io.payonce.schema.session.Decision.Late;
import io.payonce.schema.session.Observation;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.session.SessionStatus;
import io.payonce.schema.store.Incidents;
import io.payonce.schema.store.Incidents.Kind;
import io.payonce.schema.store.Outbox;
import io.payonce.schema.store.ProcessedEvents;
import io.payonce.schema.value.Ids;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.PaymentId;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Money for a session that ended without it. A claim is looked into before it is believed; what is really there is
 * booked, and goes back or waits for a person. The session stays what it is.
 *
 * <p>Every method belongs into a transaction that holds the order's and the session's row, and returns what was done,
 * empty if there was nothing to do.
 */
@Component
public class LateMoney {
    private final Books books;
    private final Ids ids;
    private final Clock clock;
    private final LatePolicy policy;

    LateMoney(Books books, Ids ids, Clock clock, @Value("${payonce.late-money}") LatePolicy policy) {
        this.books = books;
        this.ids = ids;
        this.clock = clock;
        this.policy = policy;
    }

    /** The tables late money changes. */
    @Component
    record Books(
            LatePayments late,
            AccountingEntries entries,
            ProcessedEvents processed,
            Incidents incidents,
            Outbox outbox) {}

    /** Somebody claims money: the provider is asked, once; a claim repeated meanwhile asks nothing. */
    public Optional<String> suspect(Envelope cause, PaymentSession session, String why) {
        var known = books.late().find(session.id());
        if (known.isPresent() && known.get().state() != State.CLEARED) {
            return Optional.empty();
        }
        store(known.orElse(null), new LatePayment(session.id(), operation(known), State.SUSPECTED, null, why));
        append(cause, session, new CheckRequested(Attempt.of(session)));
        return Optional.of("the provider is asked: " + why);
    }

    /** Asked after the session's end, the provider holds no money. */
    public Optional<String> clear(PaymentSession session, String why) {
        var suspected = books.late().find(session.id()).filter(late -> late.state() == State.SUSPECTED);
        suspected.ifPresent(late -> books.late().move(late, late.in(State.CLEARED, why)));
        return suspected.map(late -> "cleared: " + why);
    }

    /** Asked after the session's end, the provider has the payer's money. */
    public Optional<String> receive(Envelope cause, PaymentSession session, Late seen) {
        var known = books.late().find(session.id());
        var state = known.map(LatePayment::state).orElse(State.SUSPECTED);
        return switch (state) {
            case SUSPECTED, CLEARED -> Optional.of(decide(cause, session, seen, known));
            case REVERSING, REVIEW ->
                seen.captured()
                        ? book(cause, session, known.orElseThrow().operation(), seen.money())
                        : Optional.empty();
            case REVERSED -> Optional.empty();
        };
    }

    /** The provider's answer to the reversal. */
    public Optional<String> answer(Envelope cause, PaymentSession session, Observation seen) {
        var known = books.late().find(session.id()).filter(late -> late.state() == State.REVERSING);
        if (known.isEmpty()) {
            return Optional.empty();
        }
        var late = known.get();
        if (seen.state().isDead()) {
            return Optional.of(returned(cause, session, late));
        }
        if (seen.state() == ProviderState.PAID) {
            if (seen.money() != null) {
                book(cause, session, late.operation(), seen.money());
            }
            return Optional.of(review(session, late, late.in(State.REVIEW, "the provider refuses to give it back")));
        }
        return Optional.empty();
    }

    private String decide(Envelope cause, PaymentSession session, Late seen, Optional<LatePayment> known) {
        var state = policy == LatePolicy.REVERSE ? State.REVERSING : State.REVIEW;
        var why = "%s %s for a %s payment"
                .formatted(
                        seen.money(),
                        seen.captured() ? "paid" : "held",
                        session.status().apiName());
        var next = new LatePayment(session.id(), operation(known), state, seen.money(), why);
        if (seen.captured()) {
            book(cause, session, next.operation(), seen.money());
        }
        if (state == State.REVIEW) {
            return review(session, known.orElse(null), next);
        }
        store(known.orElse(null), next);
        append(cause, session, new ReverseRequested(Attempt.of(session), next.operation(), true));
        return "goes back: " + why;
    }

    private String review(PaymentSession session, @Nullable LatePayment before, LatePayment next) {
        store(before, next);
        books.incidents().raise(Kind.LATE_MONEY, session.id().toString(), session.id(), next.why());
        return "a person decides: " + next.why();
    }

    private Optional<String> book(Envelope cause, PaymentSession session, PaymentId operation, Money money) {
        if (!books.processed().insertIfAbsent(operation, SessionStatus.COMPLETED, cause.eventId())
                || !books.entries().insertLateReceipt(ids.next(), session, money)) {
            return Optional.empty();
        }
        append(cause, session, new PaymentEvent.LateReceived(PaymentSnapshot.of(session), money));
        return Optional.of("booked " + money);
    }

    private String returned(Envelope cause, PaymentSession session, LatePayment late) {
        books.late().move(late, late.in(State.REVERSED, "the provider confirms"));
        if (late.money() != null
                && books.processed().insertIfAbsent(late.operation(), SessionStatus.CANCELED, cause.eventId())
                && books.entries().insertLateReversal(ids.next(), session.id())) {
            append(cause, session, new PaymentEvent.LateReversed(PaymentSnapshot.of(session), late.money()));
        }
        return "is back with the payer";
    }

    private void store(@Nullable LatePayment before, LatePayment after) {
        if (before == null) {
            books.late().insert(after);
        } else {
            books.late().move(before, after);
        }
    }

    private PaymentId operation(Optional<LatePayment> known) {
        return known.map(LatePayment::operation).orElseGet(ids::nextPayment);
    }

    private void append(Envelope cause, PaymentSession session, Event event) {
        books.outbox().append(Envelope.about(session, ids.next(), clock.instant(), event, cause.traceparent()));
    }
}
