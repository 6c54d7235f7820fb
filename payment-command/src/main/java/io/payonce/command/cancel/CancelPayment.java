package io.payonce.command.cancel;

import io.payonce.command.cancel.Judgement.Live;
import io.payonce.command.cancel.Judgement.Refusal;
import io.payonce.command.cancel.Judgement.Tried;
import io.payonce.command.store.CancelCodes;
import io.payonce.command.store.CancelCodes.Stored;
import io.payonce.schema.event.Command.Attempt;
import io.payonce.schema.event.Command.ReverseRequested;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.schema.session.Decision;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.store.OrderStore;
import io.payonce.schema.store.Outbox;
import io.payonce.schema.store.SessionStore;
import io.payonce.schema.value.Ids;
import io.payonce.schema.value.PaymentId;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Starts a cancellation. One transaction: the code is consumed, the session is canceling and the reverse is requested,
 * or none of it. A refusal is a value and not an exception, so that the try it costs is committed.
 */
@Component
class CancelPayment {
    /** The sweep asks about a session whose reverse was never reported after this time. */
    private static final Duration FIRST_CHECK_IN = Duration.ofSeconds(30);

    private final Tables tables;
    private final CodeHash hash;
    private final CancelProperties properties;
    private final Tools tools;
    private final TransactionTemplate transactions;

    CancelPayment(
            Tables tables, CodeHash hash, CancelProperties properties, Tools tools, TransactionTemplate transactions) {
        this.tables = tables;
        this.hash = hash;
        this.properties = properties;
        this.tools = tools;
        this.transactions = transactions;
    }

    /** The tables a Cancel reads or writes, in the order of their locks. */
    @Component
    record Tables(OrderStore orders, SessionStore sessions, CancelCodes codes, Outbox outbox) {}

    /** Where ids, time and forced crashes come from. */
    @Component
    record Tools(Ids ids, Clock clock, Checkpoint checkpoint) {}

    CancelOutcome cancel(PaymentId payment, CancelCode code, @Nullable String traceparent) {
        var outcome = transactions.execute(transaction -> lockAndJudge(payment, code, traceparent));
        tools.checkpoint().reach(Point.C3_COMMITTED);
        return outcome;
    }

    private CancelOutcome lockAndJudge(PaymentId payment, CancelCode code, @Nullable String traceparent) {
        var locked = lock(payment);
        if (locked.isEmpty()) {
            return new CancelOutcome.NoSuchPayment();
        }
        var session = locked.get();
        tools.checkpoint().reach(Point.C1_LOOKED);
        var sent = hash.of(session, code);
        return switch (Judgement.of(session.status(), compare(tables.codes().lock(payment), sent))) {
            case Judgement.Start start -> start(session, sent, traceparent);
            case Judgement.AsItStands nothing -> new CancelOutcome.AsItStands(session);
            case Judgement.WrongTry wrong -> countTry(payment);
            case Judgement.Refused refused -> new CancelOutcome.Refused(refused.why());
        };
    }

    /** Order first, then session, as everywhere; the session's order never changes, so it may be read unlocked. */
    private Optional<PaymentSession> lock(PaymentId payment) {
        var found = tables.sessions().find(payment);
        if (found.isEmpty()) {
            return found;
        }
        tables.orders().serialize(found.get().orderId());
        return tables.orders()
                .lock(found.get().orderId())
                .flatMap(order -> tables.sessions().lock(payment));
    }

    private static Tried compare(Optional<Stored> stored, byte[] sent) {
        return stored.map(codes -> new Tried(
                        live(codes),
                        MessageDigest.isEqual(codes.liveHash(), sent),
                        MessageDigest.isEqual(codes.consumedHash(), sent)))
                .orElse(new Tried(Live.NONE, false, false));
    }

    private static Live live(Stored codes) {
        if (codes.liveHash() == null) {
            return Live.NONE;
        }
        if (codes.triesLeft() <= 0) {
            return Live.LOCKED;
        }
        return codes.expired() ? Live.EXPIRED : Live.USABLE;
    }

    private CancelOutcome countTry(PaymentId payment) {
        if (!tables.codes().countWrongTry(payment)) {
            throw new IllegalStateException("the cancel code of " + payment + " changed although its row is locked");
        }
        return new CancelOutcome.Refused(Refusal.INVALID);
    }

    /** The reverse is named after the payment: however often it is requested, it is one operation with one key. */
    private CancelOutcome start(PaymentSession session, byte[] sent, @Nullable String traceparent) {
        if (!tables.codes().consume(session.id(), sent, session.id(), properties.keepConsumed())) {
            throw new IllegalStateException(
                    "the cancel code of " + session.id() + " changed although its row is locked");
        }
        var now = tools.clock().instant();
        if (!(session.cancel(now) instanceof Decision.Moved moved)) {
            throw new IllegalStateException(session.id() + " cannot be canceled when " + session.status());
        }
        var canceling = moved.next();
        tables.sessions().moveStatus(session, canceling, FIRST_CHECK_IN);
        var reverse = new ReverseRequested(Attempt.of(session), session.id(), false);
        tables.outbox().append(Envelope.about(canceling, tools.ids().next(), now, reverse, traceparent));
        tools.checkpoint().reach(Point.C2_ROWS_WRITTEN);
        return new CancelOutcome.Started(canceling);
    }
}
