package io.payonce.reconciler.sweep;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.event.Command;
import io.payonce.schema.event.Command.Attempt;
import io.payonce.schema.event.Command.CheckRequested;
import io.payonce.schema.event.Command.ReverseRequested;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.SessionStatus;
import io.payonce.schema.store.DueSession;
import io.payonce.schema.store.Outbox;
import io.payonce.schema.store.SessionStore;
import io.payonce.schema.value.Ids;
import io.payonce.schema.value.PaymentId;
import java.time.Clock;
import java.time.Duration;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Has the provider asked about every open session of which nothing was heard for a while, again and again with growing
 * gaps, and never gives one up. Any number of reconcilers share the work; the database's clock decides what is due.
 */
@Component
class Sweep {
    /** Sessions of one transaction; a longer queue takes several. */
    private static final int BATCH = 200;

    /** Batches of one run: a run ends before the next is due. */
    private static final int BATCHES_MAX = 20;

    private static final Duration FIRST_GAP = Duration.ofMinutes(1);
    private static final Duration GAP_MAX = Duration.ofHours(1);
    private static final Logger log = LoggerFactory.getLogger(Sweep.class);

    private final SessionStore sessions;
    private final Outbox outbox;
    private final Ids ids;
    private final Clock clock;
    private final Checkpoint checkpoint;
    private final TransactionTemplate transactions;
    private final Counter asked;
    private final Counter unreadable;

    Sweep(Tables tables, Ids ids, Clock clock, Checkpoint checkpoint, TransactionTemplate transactions) {
        this.sessions = tables.sessions();
        this.outbox = tables.outbox();
        this.ids = ids;
        this.clock = clock;
        this.checkpoint = checkpoint;
        this.transactions = transactions;
        this.asked = tables.metrics().counter("payonce_sweep_checks");
        this.unreadable = tables.metrics().counter("payonce_sweep_unreadable");
    }

    /** What a sweep reads, writes and counts. */
    @Component
    record Tables(SessionStore sessions, Outbox outbox, MeterRegistry metrics) {}

    @Scheduled(fixedDelayString = "${payonce.sweep-interval:1s}")
    void run() {
        try {
            for (var batch = 1; batch <= BATCHES_MAX && runOnce() == BATCH; batch++) {
                log.debug("A full batch was due; looking for more");
            }
        } catch (DataAccessException | TransactionException e) {
            log.warn("The sweep could not work and tries again; what is due stays due: {}", e.getMessage());
        }
    }

    /** One batch; returns how many sessions were due. */
    int runOnce() {
        var due = transactions.execute(transaction -> {
            var claimed = sessions.claimDue(BATCH, FIRST_GAP, GAP_MAX);
            if (!claimed.isEmpty()) {
                checkpoint.reach(Point.X5_SWEEP_LEASED);
            }
            outbox.appendAll(claimed.stream().flatMap(this::question).toList());
            return claimed.size();
        });
        asked.increment(due);
        return due;
    }

    private Stream<Envelope> question(DueSession due) {
        return switch (due) {
            case DueSession.Known(PaymentSession session) -> questions(session);
            case DueSession.Unreadable(PaymentId id, String why) -> {
                unreadable.increment();
                log.error("Session {} cannot be read and is not asked about; mend its row: {}", id, why);
                yield Stream.empty();
            }
        };
    }

    /** A reverse whose command was lost would never be sent; of one that it has the worker takes no second. */
    private Stream<Envelope> questions(PaymentSession session) {
        var attempt = Attempt.of(session);
        var check = envelope(session, new CheckRequested(attempt));
        return session.status() == SessionStatus.CANCELING
                ? Stream.of(envelope(session, new ReverseRequested(attempt, session.id(), false)), check)
                : Stream.of(check);
    }

    private Envelope envelope(PaymentSession session, Command command) {
        return Envelope.about(session, ids.next(), clock.instant(), command, null);
    }
}
