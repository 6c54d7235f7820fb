package io.payonce.reconciler.apply;

import io.payonce.reconciler.latemoney.LateMoney;
import io.payonce.reconciler.store.AccountingEntries;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.Event;
import io.payonce.schema.event.PaymentEvent;
import io.payonce.schema.event.PaymentSnapshot;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.schema.session.Decision;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.SessionStatus;
import io.payonce.schema.store.Incidents;
import io.payonce.schema.store.Incidents.Kind;
import io.payonce.schema.store.OrderStore;
import io.payonce.schema.store.Outbox;
import io.payonce.schema.store.ProcessedEvents;
import io.payonce.schema.store.SessionStore;
import io.payonce.schema.value.Ids;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Applies one report in one transaction: order row, session row, decision, processed event, guarded update, entry,
 * event. However often a report is delivered, whatever it says is done once.
 */
@Component
class ApplyReport {
    private final Tables tables;
    private final LateMoney lateMoney;
    private final Ids ids;
    private final Clock clock;
    private final Checkpoint checkpoint;
    private final TransactionTemplate transactions;

    ApplyReport(
            Tables tables,
            LateMoney lateMoney,
            Ids ids,
            Clock clock,
            Checkpoint checkpoint,
            TransactionTemplate transactions) {
        this.tables = tables;
        this.lateMoney = lateMoney;
        this.ids = ids;
        this.clock = clock;
        this.checkpoint = checkpoint;
        this.transactions = transactions;
    }

    /** The tables a report changes. */
    @Component
    record Tables(
            OrderStore orders,
            SessionStore sessions,
            ProcessedEvents processed,
            AccountingEntries entries,
            Incidents incidents,
            Outbox outbox) {}

    Applied apply(Envelope envelope, ProviderReported report) {
        var applied = transactions.execute(transaction -> applyInTransaction(envelope, report));
        checkpoint.reach(Point.X4_COMMITTED);
        return applied;
    }

    private Applied applyInTransaction(Envelope envelope, ProviderReported report) {
        var session = lock(envelope);
        if (session.isEmpty()) {
            return unmatched(envelope, report);
        }
        checkpoint.reach(Point.X2_ROWS_LOCKED);
        var before = session.get();
        if (isAboutLateMoney(report, before)) {
            return late(lateMoney.answer(envelope, before, report.seen()));
        }
        return switch (before.apply(report.seen(), envelope.sequence(), clock.instant())) {
            case Decision.Moved moved -> move(envelope, before, moved.next());
            case Decision.Unchanged unchanged -> new Applied.Nothing(unchanged.why());
            case Decision.Mismatched mismatch -> mismatched(envelope, before, mismatch.why());
            case Decision.Foreign foreign -> incident(Kind.FOREIGN_PROVIDER_PAYMENT, before, foreign.why());
            case Decision.Doubtful doubtful -> late(lateMoney.suspect(envelope, before, doubtful.why()));
            case Decision.NoMoney none -> late(lateMoney.clear(before, none.why()));
            case Decision.Late late -> late(lateMoney.receive(envelope, before, late));
        };
    }

    /** A cancellation bears its payment's own id; late money goes back under an id of its own. */
    private static boolean isAboutLateMoney(ProviderReported report, PaymentSession session) {
        return report.operation() != null
                && !report.operation().equals(session.id().toString());
    }

    private Applied late(Optional<String> step) {
        if (step.isPresent()) {
            checkpoint.reach(Point.X3_UPDATED);
        }
        return step.<Applied>map(Applied.Late::new).orElseGet(() -> new Applied.Nothing("no news of late money"));
    }

    /** Order first, then session, as everywhere; the session's order never changes, so it may be read unlocked. */
    private Optional<PaymentSession> lock(Envelope envelope) {
        return tables.sessions()
                .find(envelope.paymentId())
                .flatMap(found -> tables.orders().lock(found.orderId()))
                .flatMap(order -> tables.sessions().lock(envelope.paymentId()));
    }

    private Applied move(Envelope cause, PaymentSession before, PaymentSession after) {
        if (!tables.processed().insertIfAbsent(before.id(), after.status(), cause.eventId())) {
            return new Applied.Nothing(after.status() + " has taken effect before");
        }
        tables.sessions().move(before, after, nextCheck(after.status()));
        settleOrder(after);
        event(after).ifPresent(event -> append(cause, after, event));
        checkpoint.reach(Point.X3_UPDATED);
        return new Applied.Moved(before.status(), after.status());
    }

    private void settleOrder(PaymentSession session) {
        if (session.status() == SessionStatus.COMPLETED) {
            if (!tables.orders().markPaid(session.orderId(), session.id())) {
                throw new IllegalStateException("order " + session.orderId() + " is paid by another payment than "
                        + session.id() + ", although that one was active");
            }
            tables.entries().insertReceipt(ids.next(), session);
        } else if (session.status().isFinal()) {
            tables.orders().release(session.orderId(), session.id());
        }
    }

    private static Optional<PaymentEvent> event(PaymentSession session) {
        var snapshot = PaymentSnapshot.of(session);
        return switch (session.status()) {
            case REGISTERED -> Optional.of(new PaymentEvent.Registered(snapshot));
            case AUTHORIZED -> Optional.of(new PaymentEvent.Authorized(snapshot));
            case COMPLETED -> Optional.of(new PaymentEvent.Completed(snapshot));
            case FAILED -> Optional.of(new PaymentEvent.Failed(snapshot));
            case CANCELED -> Optional.of(new PaymentEvent.Canceled(snapshot));
            case REGISTERING, UNKNOWN, CANCELING -> Optional.empty();
        };
    }

    /** When the sweep looks at a session of which nothing more is heard. */
    private static Duration nextCheck(SessionStatus status) {
        return switch (status) {
            case REGISTERING, UNKNOWN, CANCELING -> Duration.ofSeconds(30);
            case REGISTERED -> Duration.ofMinutes(1);
            case AUTHORIZED -> Duration.ofMinutes(5);
            case COMPLETED, FAILED, CANCELED -> Duration.ZERO;
        };
    }

    private Applied unmatched(Envelope envelope, ProviderReported report) {
        tables.incidents()
                .raise(
                        Kind.UNMATCHED_REPORT,
                        report.provider() + " " + envelope.paymentId(),
                        envelope.paymentId(),
                        "%s reports %s for a payment that is not ours"
                                .formatted(report.provider(), report.seen().state()));
        return new Applied.Incident("no such payment");
    }

    /** The world hears of a mismatch once; its repeats only raise the incident's count. */
    private Applied mismatched(Envelope cause, PaymentSession session, String why) {
        if (tables.incidents().raise(Kind.AMOUNT_MISMATCH, session.id() + " " + why, session.id(), why)) {
            append(cause, session, new PaymentEvent.AmountMismatch(PaymentSnapshot.of(session), why));
        }
        return new Applied.Incident(why);
    }

    private Applied incident(Kind kind, PaymentSession session, String why) {
        tables.incidents().raise(kind, session.id() + " " + why, session.id(), why);
        return new Applied.Incident(why);
    }

    private void append(Envelope cause, PaymentSession session, Event event) {
        tables.outbox().append(Envelope.about(session, ids.next(), clock.instant(), event, cause.traceparent()));
    }
}
