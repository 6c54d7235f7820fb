package io.payonce.worker.register;

import io.payonce.providers.CreateAnswer;
import io.payonce.providers.ProviderPayment;
import io.payonce.providers.ResolveAnswer;
import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.worker.call.ProviderLine;
import io.payonce.worker.call.ProviderLines;
import io.payonce.worker.call.Reply;
import io.payonce.worker.call.Round;
import io.payonce.worker.operation.Gaps;
import io.payonce.worker.operation.Registration;
import io.payonce.worker.operation.Result;
import io.payonce.worker.operation.Result.Again;
import io.payonce.worker.operation.Result.Ended;
import io.payonce.worker.operation.Result.Lost;
import io.payonce.worker.operation.Result.PutBack;
import io.payonce.worker.operation.Result.Seen;
import io.payonce.worker.register.RegisterPlan.Step;
import io.payonce.worker.store.OperationQueue;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Creates the payment at the provider. Every create call carries the same key and the same bytes, so that any number of
 * them makes one payment. Once a create call may have gone out, each later round asks before it creates again.
 */
public final class RegisterPayment {
    /** When the provider may not be called now, look again after this. */
    private static final Duration CLOSED_PAUSE = Duration.ofSeconds(1);

    private final ProviderLines lines;
    private final OperationQueue queue;
    private final RegisterPlan plan;
    private final Duration leaseTime;
    private final RandomGenerator random;

    public RegisterPayment(
            ProviderLines lines, OperationQueue queue, RegisterPlan plan, Duration leaseTime, RandomGenerator random) {
        this.lines = lines;
        this.queue = queue;
        this.plan = plan;
        this.leaseTime = leaseTime;
        this.random = random;
    }

    public Result run(Round round) {
        return round.operation().sentBefore() ? askThenCreate(round) : createThenAsk(round);
    }

    /** The first round: nothing of ours can be there yet. */
    private Result createThenAsk(Round round) {
        for (var creates = 0; ; creates++) {
            switch (plan.next(creates, random.nextDouble())) {
                case Step.Create create -> {
                    if (!create.pause().isZero() && !round.pause(create.pause())) {
                        return unknown(round, "the budget is used up");
                    }
                    var result = create(round, creates > 0);
                    if (result != null) {
                        return result;
                    }
                }
                case Step.Ask ask -> {
                    return round.pause(ask.pause()) ? ask(round) : unknown(round, "the budget is used up");
                }
            }
        }
    }

    /** A later round, or the first after a crash. An absent payment may be created at once: the key makes it one. */
    private Result askThenCreate(Round round) {
        return switch (line(round).resolve(round)) {
            case Reply.Closed<ResolveAnswer> closed -> closed(round, closed.why());
            case Reply.Lost<ResolveAnswer> lost -> new Lost();
            case Reply.Asked<ResolveAnswer> asked ->
                switch (asked.answer()) {
                    case ResolveAnswer.Found found -> found(found.payment(), asked.digest());
                    case ResolveAnswer.StillUnknown still -> unknown(round, still.why());
                    case ResolveAnswer.Absent absent -> {
                        var result = create(round, false);
                        yield result == null ? unknown(round, "no usable answer") : result;
                    }
                };
        };
    }

    /**
     * One create call; null if its answer leaves everything open.
     *
     * @param doubted an earlier call of this round had no usable answer and may be under way. Then a refusal may be
     *     about the doubling of the payment, and only a look tells
     */
    private @Nullable Result create(Round round, boolean doubted) {
        return switch (line(round).create(round, () -> queue.markSent(round.operation(), leaseTime))) {
            case Reply.Closed<CreateAnswer> closed -> closed(round, closed.why());
            case Reply.Lost<CreateAnswer> lost -> new Lost();
            case Reply.Asked<CreateAnswer> asked ->
                switch (asked.answer()) {
                    case CreateAnswer.Created created ->
                        Ended.of(
                                Registration.CREATED,
                                new Seen(created.payment().seenBy(Source.REGISTER), asked.digest()));
                    case CreateAnswer.Rejected rejected ->
                        doubted ? askAfterRefusal(round, rejected, asked.digest()) : rejected(rejected, asked.digest());
                    case CreateAnswer.Unknown unknown -> null;
                };
        };
    }

    private Result askAfterRefusal(Round round, CreateAnswer.Rejected refusal, @Nullable String digest) {
        return line(round).resolve(round) instanceof Reply.Asked<ResolveAnswer> asked
                ? switch (asked.answer()) {
                    case ResolveAnswer.Found found -> found(found.payment(), asked.digest());
                    case ResolveAnswer.Absent absent -> rejected(refusal, digest);
                    case ResolveAnswer.StillUnknown still -> unknown(round, still.why());
                }
                : unknown(round, "refused after a call without answer");
    }

    private Result ask(Round round) {
        return switch (line(round).resolve(round)) {
            case Reply.Closed<ResolveAnswer> closed -> closed(round, closed.why());
            case Reply.Lost<ResolveAnswer> lost -> new Lost();
            case Reply.Asked<ResolveAnswer> asked ->
                switch (asked.answer()) {
                    case ResolveAnswer.Found found -> found(found.payment(), asked.digest());
                    case ResolveAnswer.Absent absent -> unknown(round, "absent, but calls may be under way");
                    case ResolveAnswer.StillUnknown still -> unknown(round, still.why());
                };
        };
    }

    private static Result found(ProviderPayment payment, @Nullable String digest) {
        return Ended.of(Registration.FOUND, new Seen(payment.seenBy(Source.REGISTER), digest));
    }

    private static Result rejected(CreateAnswer.Rejected refusal, @Nullable String digest) {
        var seen = new Observation(Source.REGISTER, ProviderState.REJECTED, null, null, null, null, refusal.reason());
        return Ended.of(Registration.REJECTED, new Seen(seen, digest));
    }

    /** Not to be called now. If calls have gone out before, their outcome is as unknown as after a used-up budget. */
    private static Result closed(Round round, String why) {
        var operation = round.operation();
        if (!operation.sentBefore() && round.calls().isEmpty()) {
            return new PutBack(CLOSED_PAUSE, why);
        }
        return again(round, CLOSED_PAUSE, why);
    }

    private static Result unknown(Round round, String why) {
        return again(round, Gaps.afterSilence(round.operation().attempt()), why);
    }

    /** That nothing is known is reported once; the queue keeps asking. */
    private static Result again(Round round, Duration in, String why) {
        var seen = round.operation().reported()
                ? null
                : new Seen(Observation.bare(Source.REGISTER, ProviderState.UNKNOWN), null);
        return new Again(in, why, null, seen);
    }

    private ProviderLine line(Round round) {
        return lines.to(round.operation().provider());
    }
}
