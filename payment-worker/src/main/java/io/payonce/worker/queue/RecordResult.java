package io.payonce.worker.queue;

import io.payonce.schema.event.Envelope;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.schema.session.SessionStatus;
import io.payonce.schema.store.Outbox;
import io.payonce.schema.store.ProcessedEvents;
import io.payonce.schema.value.Ids;
import io.payonce.worker.call.Round;
import io.payonce.worker.operation.NewOperation;
import io.payonce.worker.operation.Operation;
import io.payonce.worker.operation.Registration;
import io.payonce.worker.operation.Report;
import io.payonce.worker.operation.Result;
import io.payonce.worker.operation.Result.Again;
import io.payonce.worker.operation.Result.Ended;
import io.payonce.worker.operation.Result.ForRegistration;
import io.payonce.worker.operation.Result.Lost;
import io.payonce.worker.operation.Result.PutBack;
import io.payonce.worker.operation.Result.Seen;
import io.payonce.worker.store.OperationQueue;
import io.payonce.worker.store.ProviderCalls;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;

/** Writes what a round came to, its report and its calls in one transaction, if the operation is still the caller's. */
public final class RecordResult {
    private final OperationQueue queue;
    private final ProviderCalls calls;
    private final ProcessedEvents processed;
    private final Outbox outbox;
    private final TransactionTemplate transactions;
    private final Tools tools;

    /** Where ids, time and forced crashes come from. */
    public record Tools(Ids ids, Clock clock, Checkpoint checkpoint) {}

    public RecordResult(
            OperationQueue queue,
            ProviderCalls calls,
            ProcessedEvents processed,
            Outbox outbox,
            TransactionTemplate transactions,
            Tools tools) {
        this.queue = queue;
        this.calls = calls;
        this.processed = processed;
        this.outbox = outbox;
        this.transactions = transactions;
        this.tools = tools;
    }

    /** False if the lease was lost: then only the calls are written, for they were made. */
    public boolean write(Round round, Result result) {
        var operation = round.operation();
        var written = Boolean.TRUE.equals(transactions.execute(transaction -> {
            var mine = apply(operation, result);
            if (mine) {
                calls.insert(operation, round.calls());
                tools.checkpoint().reach(Point.W7_RESULT_WRITTEN);
            } else {
                transaction.setRollbackOnly();
            }
            return mine;
        }));
        if (!written) {
            transactions.executeWithoutResult(transaction -> calls.insert(operation, round.calls()));
        }
        return written;
    }

    private boolean apply(Operation operation, Result result) {
        return switch (result) {
            case Ended ended -> end(operation, ended);
            case Again again -> postpone(operation, again);
            case PutBack back -> queue.putBack(operation, back.in());
            case Lost lost -> false;
        };
    }

    private boolean end(Operation operation, Ended ended) {
        if (ended.registration() == ForRegistration.REPLACED && !replaceRegistration(operation)) {
            // Something was sent after all: the next round finds out what became of it.
            return queue.postpone(operation, Duration.ZERO, null, null);
        }
        if (!queue.end(operation, ended.outcome(), ended.providerPaymentId())) {
            return false;
        }
        switch (ended.registration()) {
            case UNTOUCHED, REPLACED -> {}
            case BEGUN -> beginRegistration(operation);
            case FOUND -> queue.endRegistration(operation.session(), Registration.FOUND, ended.providerPaymentId());
            case ABSENT -> queue.endRegistration(operation.session(), Registration.ABSENT, null);
        }
        report(operation, ended.seen());
        return true;
    }

    private boolean postpone(Operation operation, Again again) {
        var reported =
                again.seen() == null ? null : again.seen().observation().state().name();
        if (!queue.postpone(operation, again.in(), again.providerPaymentId(), reported)) {
            return false;
        }
        report(operation, again.seen());
        return true;
    }

    /** The row stays as a mark in case the register command is still to come. */
    private boolean replaceRegistration(Operation reverse) {
        queue.insertIfAbsent(tools.ids().next(), NewOperation.registrationFor(reverse));
        return queue.replaceRegistration(reverse.session());
    }

    /** Only if the session was never registered: a registration whose row was deleted by age must not begin anew. */
    private void beginRegistration(Operation check) {
        if (processed.insertIfAbsent(
                check.session(), SessionStatus.REGISTERING, tools.ids().next())) {
            queue.insertIfAbsent(tools.ids().next(), NewOperation.registrationFor(check));
        }
    }

    private void report(Operation operation, @Nullable Seen seen) {
        if (seen != null) {
            outbox.append(new Envelope(
                    tools.ids().next(),
                    operation.session(),
                    operation.order(),
                    operation.askedAt(),
                    tools.clock().instant(),
                    Report.of(operation, seen),
                    operation.traceparent()));
        }
    }
}
