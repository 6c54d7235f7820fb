package io.payonce.worker.queue;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.worker.call.Pauses;
import io.payonce.worker.call.Round;
import io.payonce.worker.operation.Operation;
import io.payonce.worker.operation.Result;
import io.payonce.worker.operation.Result.Again;
import io.payonce.worker.operation.Result.Ended;
import io.payonce.worker.operation.Result.Lost;
import io.payonce.worker.operation.Result.PutBack;
import io.payonce.worker.register.RegisterPayment;
import io.payonce.worker.reverse.ReversePayment;
import io.payonce.worker.status.CheckPayment;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** One round of work on one claimed operation, from its first call to its written result. */
public final class RunOperation {
    private static final Logger log = LoggerFactory.getLogger(RunOperation.class);
    /** A database that comes back within these tries, a pause apart, costs no second round of calls. */
    private static final int WRITE_TRIES_MAX = 10;

    private static final Duration WRITE_PAUSE = Duration.ofSeconds(1);

    private final UseCases useCases;
    private final RecordResult record;
    private final Duration budget;
    private final Pauses pauses;
    private final Checkpoint checkpoint;
    private final MeterRegistry meters;

    /** What can be done with an operation. */
    public record UseCases(RegisterPayment register, CheckPayment check, ReversePayment reverse) {}

    public RunOperation(
            UseCases useCases,
            RecordResult record,
            Duration budget,
            Pauses pauses,
            Checkpoint checkpoint,
            MeterRegistry meters) {
        this.useCases = useCases;
        this.record = record;
        this.budget = budget;
        this.pauses = pauses;
        this.checkpoint = checkpoint;
        this.meters = meters;
    }

    /** @throws RuntimeException if work or writing failed; the operation is free again when its lease is over */
    public void run(Operation operation) {
        checkpoint.reach(Point.W4_CLAIMED);
        var round = new Round(operation, budget, pauses);
        var result = unlessCutShort(round, work(round));
        if (written(round, result)) {
            log(operation, result);
            return;
        }
        checkpoint.reach(Point.W8_LEASE_LOST);
        meters.counter("payonce.leases.lost", "kind", operation.kind().label()).increment();
        log.info("{} → result dropped, another has the operation", operation);
    }

    private Result work(Round round) {
        return switch (round.operation().kind()) {
            case REGISTER -> useCases.register().run(round);
            case CHECK -> useCases.check().run(round);
            case REVERSE -> useCases.reverse().run(round);
        };
    }

    /** What the end of the process interrupted, another instance takes up at once. */
    private static Result unlessCutShort(Round round, Result result) {
        var tellsSomething = result instanceof Ended ended && ended.seen() != null;
        return round.wasCutShort() && !tellsSomething && !(result instanceof Lost)
                ? new Again(Duration.ZERO, "cut short", null, null)
                : result;
    }

    private boolean written(Round round, Result result) {
        for (var tries = 1; ; tries++) {
            try {
                return record.write(round, result);
            } catch (DataAccessException | TransactionException e) {
                if (tries == WRITE_TRIES_MAX || !pauses.pass(WRITE_PAUSE)) {
                    throw e;
                }
                log.debug("{}: result not written yet", round.operation(), e);
            }
        }
    }

    private static void log(Operation operation, Result result) {
        switch (result) {
            case Ended ended
            when ended.seen() != null ->
                log.info(
                        "{} → {} {}",
                        operation,
                        ended.outcome(),
                        ended.seen().observation().state());
            case Ended ended -> log.info("{} → {}", operation, ended.outcome());
            case Again again
            when again.seen() != null -> log.info("{} → UNKNOWN, again in {}: {}", operation, again.in(), again.why());
            case Again again -> log.debug("{} again in {}: {}", operation, again.in(), again.why());
            case PutBack back -> log.debug("{} put back: {}", operation, back.why());
            case Lost lost -> {}
        }
    }
}
