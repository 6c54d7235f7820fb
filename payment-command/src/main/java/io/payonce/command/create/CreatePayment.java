package io.payonce.command.create;

import io.payonce.command.create.CreateOutcome.Abandoned;
import io.payonce.command.create.CreateOutcome.ActivePaymentDiffers;
import io.payonce.command.create.CreateOutcome.AlreadyPaid;
import io.payonce.command.create.CreateOutcome.Existing;
import io.payonce.command.create.CreateOutcome.KeyInUse;
import io.payonce.command.create.CreateOutcome.KeyReused;
import io.payonce.command.create.CreateOutcome.Opened;
import io.payonce.command.create.CreateOutcome.Replayed;
import io.payonce.command.idempotency.IdempotencyKey;
import io.payonce.command.idempotency.StoredRequest;
import io.payonce.command.store.IdempotencyKeys;
import io.payonce.schema.event.Command.Attempt;
import io.payonce.schema.event.Command.RegisterRequested;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.store.OrderStore;
import io.payonce.schema.store.Outbox;
import io.payonce.schema.store.SessionStore;
import io.payonce.schema.value.Ids;
import io.payonce.schema.value.PaymentId;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Opens the one session of an order, or finds it. One short transaction: session, outbox row and stored answer commit
 * together or not at all, and nothing is called while it is open.
 */
@Component
class CreatePayment {
    /** A look that turns out to be outdated when written is repeated; two are enough unless a guard is missing. */
    private static final int LOOKS_MAX = 5;

    /** The sweep asks about a session whose registration was never reported after this time. */
    private static final Duration FIRST_CHECK_IN = Duration.ofSeconds(30);

    private final OrderStore orders;
    private final SessionStore sessions;
    private final IdempotencyKeys keys;
    private final Outbox outbox;
    private final Answers answers;
    private final Ids ids;
    private final Clock clock;
    private final Checkpoint checkpoint;
    private final TransactionTemplate transactions;

    CreatePayment(
            Tables tables,
            Answers answers,
            Ids ids,
            Clock clock,
            Checkpoint checkpoint,
            TransactionTemplate transactions) {
        this.orders = tables.orders();
        this.sessions = tables.sessions();
        this.keys = tables.keys();
        this.outbox = tables.outbox();
        this.answers = answers;
        this.ids = ids;
        this.clock = clock;
        this.checkpoint = checkpoint;
        this.transactions = transactions;
    }

    /** The tables a Create writes. */
    @Component
    record Tables(OrderStore orders, SessionStore sessions, IdempotencyKeys keys, Outbox outbox) {}

    /**
     * Who asks, and how.
     *
     * @param patience zero: the answer is settled at once; else it is settled later, by {@link WaitForOutcome}
     */
    record Asker(
            Optional<IdempotencyKey> key,
            Duration patience,
            @Nullable String traceparent) {}

    CreateOutcome create(CreateRequest request, Asker asker) {
        for (var look = 1; look <= LOOKS_MAX; look++) {
            var outcome = transactions.execute(transaction -> {
                var result = lookAndWrite(request, asker);
                if (result.isEmpty()) {
                    transaction.setRollbackOnly();
                }
                return result;
            });
            if (outcome.isPresent()) {
                checkpoint.reach(Point.C3_COMMITTED);
                return outcome.get();
            }
        }
        throw new org.springframework.dao.ConcurrencyFailureException(
                "order " + request.orderId() + " changed under " + LOOKS_MAX + " looks");
    }

    /** Empty if somebody else wrote between the look and the write: nothing may be kept, look again. */
    private Optional<CreateOutcome> lookAndWrite(CreateRequest request, Asker asker) {
        orders.serialize(request.orderId());
        var known = asker.key().flatMap(keys::find);
        if (known.isPresent()) {
            return Optional.of(repeat(known.get(), request));
        }
        var order = orders.lock(request.orderId());
        var existing = order.flatMap(found -> found.paid() && found.activePaymentId() != null
                ? sessions.find(found.activePaymentId())
                : sessions.findActive(found.id()));
        checkpoint.reach(Point.C1_LOOKED);
        if (existing.isPresent()) {
            return meet(existing.get(), request, asker);
        }
        return open(request, asker, order.isPresent());
    }

    private static CreateOutcome repeat(StoredRequest known, CreateRequest request) {
        if (!known.isSameAs(request.fingerprint())) {
            return new KeyReused();
        }
        if (known.answer() != null) {
            return new Replayed(known.answer());
        }
        return known.abandoned() ? new Abandoned(known.payment()) : new KeyInUse();
    }

    private Optional<CreateOutcome> meet(PaymentSession existing, CreateRequest request, Asker asker) {
        if (!request.asksFor(existing)) {
            return Optional.of(
                    existing.status().isActive()
                            ? new ActivePaymentDiffers(existing.id())
                            : new AlreadyPaid(existing.id()));
        }
        var outcome = new Existing(existing);
        return keepKey(request, asker, existing.id(), outcome) ? Optional.of(outcome) : Optional.empty();
    }

    private Optional<CreateOutcome> open(CreateRequest request, Asker asker, boolean orderExists) {
        var session = PaymentSession.open(
                ids.nextPayment(),
                request.orderId(),
                request.money(),
                request.provider(),
                request.details(),
                clock.instant().truncatedTo(ChronoUnit.MILLIS));
        if (orderExists) {
            orders.reopen(session.orderId(), session.money(), session.id());
        } else if (!orders.insertIfAbsent(session.orderId(), session.money(), session.id())) {
            return Optional.empty();
        }
        if (!sessions.insertIfNoneActive(session, FIRST_CHECK_IN)) {
            return Optional.empty();
        }
        outbox.append(registerRequested(session, asker.traceparent()));
        var outcome = new Opened(session);
        if (!keepKey(request, asker, session.id(), outcome)) {
            return Optional.empty();
        }
        checkpoint.reach(Point.C2_ROWS_WRITTEN);
        return Optional.of(outcome);
    }

    private boolean keepKey(CreateRequest request, Asker asker, PaymentId payment, CreateOutcome outcome) {
        if (asker.key().isEmpty()) {
            return true;
        }
        var key = asker.key().get();
        return asker.patience().isZero()
                ? keys.insertIfAbsent(key, request.fingerprint(), payment, answers.toStore(outcome))
                : keys.insertProcessing(
                        key, request.fingerprint(), payment, asker.patience().plus(WaitForOutcome.GRACE));
    }

    private Envelope registerRequested(PaymentSession session, @Nullable String traceparent) {
        return Envelope.about(
                session, ids.next(), session.createdAt(), new RegisterRequested(Attempt.of(session)), traceparent);
    }
}
