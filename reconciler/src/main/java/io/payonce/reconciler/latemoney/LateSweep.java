package io.payonce.reconciler.latemoney;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.reconciler.store.LatePayment;
import io.payonce.reconciler.store.LatePayment.State;
import io.payonce.reconciler.store.LatePayments;
import io.payonce.reconciler.store.LatePayments.Open;
import io.payonce.schema.event.Command;
import io.payonce.schema.event.Command.Attempt;
import io.payonce.schema.event.Command.CheckRequested;
import io.payonce.schema.event.Command.ReverseRequested;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.store.Outbox;
import io.payonce.schema.store.SessionStore;
import io.payonce.schema.value.Ids;
import java.time.Clock;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Drives late money on when nothing is heard: asks again, or has it sent back again, without end. */
@Component
class LateSweep {
    private static final int BATCH = 100;
    private static final Logger log = LoggerFactory.getLogger(LateSweep.class);

    private final LatePayments late;
    private final SessionStore sessions;
    private final Outbox outbox;
    private final Ids ids;
    private final Clock clock;
    private final Checkpoint checkpoint;
    private final TransactionTemplate transactions;
    private volatile Open open = new Open(0, 0);

    LateSweep(Tables tables, Ids ids, Clock clock, Checkpoint checkpoint, TransactionTemplate transactions) {
        this.late = tables.late();
        this.sessions = tables.sessions();
        this.outbox = tables.outbox();
        this.ids = ids;
        this.clock = clock;
        this.checkpoint = checkpoint;
        this.transactions = transactions;
        gauge(tables.metrics(), "in_motion", sweep -> sweep.open.inMotion());
        gauge(tables.metrics(), "to_review", sweep -> sweep.open.toReview());
    }

    /** What this sweep reads, writes and counts. */
    @Component
    record Tables(LatePayments late, SessionStore sessions, Outbox outbox, MeterRegistry metrics) {}

    private void gauge(MeterRegistry metrics, String state, ToDoubleFunction<LateSweep> count) {
        Gauge.builder("payonce_late_payments", this, count).tag("state", state).register(metrics);
    }

    @Scheduled(fixedDelayString = "${payonce.late-sweep-interval:2s}")
    void run() {
        try {
            runOnce();
            open = late.countOpen();
        } catch (DataAccessException | TransactionException e) {
            log.warn("Late money could not be looked at; what is due stays due: {}", e.getMessage());
        }
    }

    /** One batch; returns how many were due. */
    int runOnce() {
        return transactions.execute(transaction -> {
            var due = late.claimDue(BATCH);
            if (!due.isEmpty()) {
                checkpoint.reach(Point.X5_SWEEP_LEASED);
            }
            due.forEach(one -> sessions.find(one.payment()).ifPresent(session -> drive(one, session)));
            return due.size();
        });
    }

    private void drive(LatePayment one, PaymentSession session) {
        var attempt = Attempt.of(session);
        Command command = one.state() == State.SUSPECTED
                ? new CheckRequested(attempt)
                : new ReverseRequested(attempt, one.operation(), true);
        outbox.append(Envelope.about(session, ids.next(), clock.instant(), command, null));
    }
}
