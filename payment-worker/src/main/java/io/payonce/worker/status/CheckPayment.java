package io.payonce.worker.status;

import io.payonce.providers.ResolveAnswer;
import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.worker.call.ProviderLine;
import io.payonce.worker.call.ProviderLines;
import io.payonce.worker.call.Reply;
import io.payonce.worker.call.Round;
import io.payonce.worker.operation.Registration;
import io.payonce.worker.operation.Result;
import io.payonce.worker.operation.Result.Ended;
import io.payonce.worker.operation.Result.ForRegistration;
import io.payonce.worker.operation.Result.Lost;
import io.payonce.worker.operation.Result.PutBack;
import io.payonce.worker.operation.Result.Seen;
import io.payonce.worker.store.OperationQueue;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks how the payment stands and reports it. A check never stays: what it cannot find out, the sweep asks for again. A
 * payment that is absent because its registration was never begun is put into the queue to be registered.
 */
public final class CheckPayment {
    private static final int CALLS_MAX = 2;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final ProviderLines lines;
    private final OperationQueue queue;

    public CheckPayment(ProviderLines lines, OperationQueue queue) {
        this.lines = lines;
        this.queue = queue;
    }

    /** The registration is read first: the settle time must have passed before the question, not before its answer. */
    public Result run(Round round) {
        var operation = round.operation();
        var line = lines.to(operation.provider());
        var registration = queue.registration(operation.session());
        for (var calls = 1; ; calls++) {
            switch (line.resolve(round)) {
                case Reply.Closed<ResolveAnswer> closed -> {
                    return calls == 1 ? new PutBack(PAUSE, closed.why()) : Ended.silently("unknown");
                }
                case Reply.Lost<ResolveAnswer> lost -> {
                    return new Lost();
                }
                case Reply.Asked<ResolveAnswer> asked -> {
                    var result = result(round, line, registration, asked);
                    if (result != null) {
                        return result;
                    }
                }
            }
            if (calls == CALLS_MAX || !round.pause(PAUSE)) {
                return Ended.silently("unknown");
            }
        }
    }

    private @Nullable Result result(
            Round round, ProviderLine line, Optional<Registration> registration, Reply.Asked<ResolveAnswer> asked) {
        return switch (asked.answer()) {
            case ResolveAnswer.Found found ->
                Ended.of("found", new Seen(found.payment().seenBy(Source.STATUS), asked.digest()))
                        .with(ForRegistration.FOUND);
            case ResolveAnswer.Absent absent -> absent(round, line, registration, asked.digest());
            case ResolveAnswer.StillUnknown still -> null;
        };
    }

    private Result absent(
            Round round, ProviderLine line, Optional<Registration> registration, @Nullable String digest) {
        if (registration.isEmpty()) {
            return queue.isReversed(round.operation().session())
                    ? Ended.silently("reverse_decides")
                    : Ended.silently("registration_begun").with(ForRegistration.BEGUN);
        }
        if (registration.get().isOpen()) {
            return Ended.silently("registration_open");
        }
        if (!registration.get().proofIn(line.settleTime()).isZero()) {
            return Ended.silently("absent_too_early");
        }
        var seen = Observation.bare(Source.STATUS, ProviderState.ABSENT);
        return Ended.of("absent", new Seen(seen, digest));
    }
}
