package io.payonce.worker.intake;

import io.payonce.schema.event.Command;
import io.payonce.schema.event.Command.CheckRequested;
import io.payonce.schema.event.Command.RegisterRequested;
import io.payonce.schema.event.Command.ReverseRequested;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.schema.session.SessionStatus;
import io.payonce.schema.store.ProcessedEvents;
import io.payonce.schema.value.Ids;
import io.payonce.schema.value.OrderId;
import io.payonce.worker.operation.NewOperation;
import io.payonce.worker.store.OperationQueue;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Puts commands into the queue, each once however often it is delivered. */
@Component
public class TakeCommands {
    private final OperationQueue queue;
    private final ProcessedEvents processed;
    private final Ids ids;
    private final Checkpoint checkpoint;

    TakeCommands(OperationQueue queue, ProcessedEvents processed, Ids ids, Checkpoint checkpoint) {
        this.queue = queue;
        this.processed = processed;
        this.ids = ids;
        this.checkpoint = checkpoint;
    }

    /** A command with its address, proven complete. */
    record Taken(Envelope envelope, OrderId order, Command command) {}

    /** All of them or none. */
    @Transactional
    public void take(List<Taken> batch) {
        for (var taken : batch) {
            if (isNew(taken)) {
                var operation = NewOperation.of(taken.envelope(), taken.order(), taken.command());
                queue.insertIfAbsent(ids.next(), operation);
            }
        }
        checkpoint.reach(Point.W2_OPERATION_WRITTEN);
    }

    /** Asking again how a payment stands is harmless, so a check leaves no record of having been asked. */
    private boolean isNew(Taken taken) {
        var event = taken.envelope().eventId();
        return switch (taken.command()) {
            case RegisterRequested register ->
                processed.insertIfAbsent(taken.envelope().paymentId(), SessionStatus.REGISTERING, event);
            case ReverseRequested reverse ->
                processed.insertIfAbsent(reverse.operation(), SessionStatus.CANCELING, event);
            case CheckRequested check -> true;
        };
    }
}
