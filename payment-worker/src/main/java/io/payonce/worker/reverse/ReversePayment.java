package io.payonce.worker.reverse;

import io.payonce.providers.ProviderPayment;
import io.payonce.providers.ResolveAnswer;
import io.payonce.providers.ReverseAnswer;
import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.worker.call.ProviderLine;
import io.payonce.worker.call.ProviderLines;
import io.payonce.worker.call.Reply;
import io.payonce.worker.call.Round;
import io.payonce.worker.operation.Gaps;
import io.payonce.worker.operation.Operation;
import io.payonce.worker.operation.Registration;
import io.payonce.worker.operation.Result;
import io.payonce.worker.operation.Result.Again;
import io.payonce.worker.operation.Result.Ended;
import io.payonce.worker.operation.Result.ForRegistration;
import io.payonce.worker.operation.Result.Lost;
import io.payonce.worker.operation.Result.PutBack;
import io.payonce.worker.operation.Result.Seen;
import io.payonce.worker.store.OperationQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes a payment back. Only the provider's word that it is reversed, dead, or absent for certain ends it; a refusal
 * because the money is captured ends it too, and the report says so. Everything else is asked again, without end.
 */
public final class ReversePayment {
    private static final Duration CLOSED_PAUSE = Duration.ofSeconds(1);
    private static final List<Duration> PAUSES = List.of(Duration.ofSeconds(1), Duration.ofSeconds(2));

    private final ProviderLines lines;
    private final OperationQueue queue;

    public ReversePayment(ProviderLines lines, OperationQueue queue) {
        this.lines = lines;
        this.queue = queue;
    }

    public Result run(Round round) {
        var operation = round.operation();
        var registration = queue.takeOverRegistration(operation.session());
        if (!operation.isLate() && registration.map(Registration::isUntouched).orElse(true)) {
            return Ended.of("never_sent", new Seen(Observation.bare(Source.REVERSE, ProviderState.ABSENT), null))
                    .with(ForRegistration.REPLACED);
        }
        var known = providerPaymentId(operation, registration);
        return known == null ? findThenReverse(round, registration) : reverse(round, known, registration);
    }

    private static @Nullable String providerPaymentId(Operation operation, Optional<Registration> registration) {
        return operation.providerPaymentId() != null
                ? operation.providerPaymentId()
                : registration.map(Registration::providerPaymentId).orElse(null);
    }

    private Result findThenReverse(Round round, Optional<Registration> registration) {
        return switch (line(round).resolve(round)) {
            case Reply.Closed<ResolveAnswer> closed -> closed(round, closed.why());
            case Reply.Lost<ResolveAnswer> lost -> new Lost();
            case Reply.Asked<ResolveAnswer> asked ->
                switch (asked.answer()) {
                    case ResolveAnswer.Found found
                    when found.payment().state().isDead() -> ended(found.payment(), asked.digest());
                    case ResolveAnswer.Found found ->
                        reverse(round, found.payment().id(), registration);
                    case ResolveAnswer.Absent absent -> absent(round, registration, asked.digest());
                    case ResolveAnswer.StillUnknown still -> silence(round, null, still.why());
                };
        };
    }

    private Result reverse(Round round, String id, Optional<Registration> registration) {
        for (var calls = 1; ; calls++) {
            switch (line(round).reverse(round, id)) {
                case Reply.Closed<ReverseAnswer> closed -> {
                    return closed(round, closed.why());
                }
                case Reply.Lost<ReverseAnswer> lost -> {
                    return new Lost();
                }
                case Reply.Asked<ReverseAnswer> asked -> {
                    var result = result(round, id, registration, asked);
                    if (result != null) {
                        return result;
                    }
                }
            }
            if (calls > PAUSES.size() || !round.pause(PAUSES.get(calls - 1))) {
                return silence(round, id, "no usable answer");
            }
        }
    }

    /** Null if the answer leaves everything open. */
    private @Nullable Result result(
            Round round, String id, Optional<Registration> registration, Reply.Asked<ReverseAnswer> asked) {
        return switch (asked.answer()) {
            case ReverseAnswer.Reversed reversed -> reversed(id, asked.digest());
            case ReverseAnswer.NothingToReverse nothing -> look(round, id, registration);
            case ReverseAnswer.RefusedCaptured captured -> look(round, id, registration);
            case ReverseAnswer.Pending pending ->
                new Again(Gaps.whilePending(round.operation().attempt()), pending.why(), id, null);
            case ReverseAnswer.Unknown unknown -> null;
        };
    }

    /** After a refusal: what is the payment then? */
    private Result look(Round round, String id, Optional<Registration> registration) {
        return switch (line(round).resolve(round)) {
            case Reply.Closed<ResolveAnswer> closed -> closed(round, closed.why());
            case Reply.Lost<ResolveAnswer> lost -> new Lost();
            case Reply.Asked<ResolveAnswer> asked ->
                switch (asked.answer()) {
                    case ResolveAnswer.Found found -> refused(round, found.payment(), asked.digest());
                    case ResolveAnswer.Absent absent -> absent(round, registration, asked.digest());
                    case ResolveAnswer.StillUnknown still -> silence(round, id, still.why());
                };
        };
    }

    private static Result refused(Round round, ProviderPayment payment, @Nullable String digest) {
        return payment.state().isDead() || payment.state() == ProviderState.PAID
                ? ended(payment, digest)
                : new Again(
                        Gaps.whilePending(round.operation().attempt()),
                        "refused while " + payment.state(),
                        payment.id(),
                        null);
    }

    private Result absent(Round round, Optional<Registration> registration, @Nullable String digest) {
        var proofIn = registration
                .map(known -> known.proofIn(line(round).settleTime()))
                .orElse(Duration.ZERO);
        if (!proofIn.isZero()) {
            return new Again(proofIn, "absent, but a create call may be under way", null, null);
        }
        return Ended.of("absent", new Seen(Observation.bare(Source.REVERSE, ProviderState.ABSENT), digest))
                .with(ForRegistration.ABSENT);
    }

    private static Result reversed(String id, @Nullable String digest) {
        var seen = new Observation(Source.REVERSE, ProviderState.REVERSED, id, null, null, null, null);
        return Ended.of("reversed", new Seen(seen, digest)).with(ForRegistration.FOUND);
    }

    private static Result ended(ProviderPayment payment, @Nullable String digest) {
        var outcome = payment.state() == ProviderState.PAID ? "refused_captured" : "dead";
        return Ended.of(outcome, new Seen(payment.seenBy(Source.REVERSE), digest))
                .with(ForRegistration.FOUND);
    }

    private static Result closed(Round round, String why) {
        return round.calls().isEmpty() ? new PutBack(CLOSED_PAUSE, why) : new Again(CLOSED_PAUSE, why, null, null);
    }

    private static Result silence(Round round, @Nullable String id, String why) {
        return new Again(Gaps.afterSilence(round.operation().attempt()), why, id, null);
    }

    private ProviderLine line(Round round) {
        return lines.to(round.operation().provider());
    }
}
