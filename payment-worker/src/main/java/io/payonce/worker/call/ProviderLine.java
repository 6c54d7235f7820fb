package io.payonce.worker.call;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.providers.Attempt;
import io.payonce.providers.CreateAnswer;
import io.payonce.providers.HttpAnswer;
import io.payonce.providers.Provider;
import io.payonce.providers.ProviderRequest;
import io.payonce.providers.ResolveAnswer;
import io.payonce.providers.Reversal;
import io.payonce.providers.ReverseAnswer;
import io.payonce.schema.value.Ids;
import io.payonce.worker.call.HttpReply.Answered;
import io.payonce.worker.call.HttpReply.NoAnswer;
import io.payonce.worker.call.Reply.Asked;
import io.payonce.worker.call.Reply.Closed;
import io.payonce.worker.call.Reply.Lost;
import io.payonce.worker.operation.Operation;
import io.payonce.worker.operation.ProviderCall;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** The line to one provider: each call with a nonce of its own, within the gate and the round's budget, on record. */
public final class ProviderLine {
    /** With less left of the budget a call is not begun: it could only fail. */
    private static final Duration CALL_TIME_MIN = Duration.ofMillis(100);

    private final Provider provider;
    private final ProviderGate gate;
    private final ProviderHttp http;
    private final Settings settings;

    /**
     * What all lines have in common.
     *
     * @param callTimeout for one call, body included
     */
    public record Settings(Duration callTimeout, String callbackBaseUrl, Clock clock, Ids ids, MeterRegistry meters) {}

    /** One kind of question: how it is asked, read, and what silence means. */
    private record Question<A>(
            String call,
            Function<String, ProviderRequest> request,
            Function<HttpAnswer, A> reading,
            Function<String, A> silence) {}

    public ProviderLine(Provider provider, ProviderGate gate, ProviderHttp http, Settings settings) {
        this.provider = provider;
        this.gate = gate;
        this.http = http;
        this.settings = settings;
    }

    public ProviderGate gate() {
        return gate;
    }

    /** How long after its begin a create call of ours may still take effect. */
    public Duration settleTime() {
        return provider.settleTime().plus(settings.callTimeout());
    }

    /** @param mayBeSent asked last of all before the first byte goes out; false means that the operation is lost */
    public Reply<CreateAnswer> create(Round round, BooleanSupplier mayBeSent) {
        var attempt = attempt(round.operation());
        return ask(
                round,
                new Question<>(
                        "register",
                        nonce -> provider.create(attempt, nonce),
                        provider::readCreated,
                        CreateAnswer.Unknown::new),
                mayBeSent);
    }

    public Reply<ResolveAnswer> resolve(Round round) {
        var attempt = attempt(round.operation());
        return ask(
                round,
                new Question<>(
                        "status",
                        nonce -> provider.resolve(attempt, nonce),
                        provider::readResolved,
                        ResolveAnswer.StillUnknown::new),
                () -> true);
    }

    public Reply<ReverseAnswer> reverse(Round round, String providerPaymentId) {
        var reversal = new Reversal(providerPaymentId, round.operation().key());
        return ask(
                round,
                new Question<>(
                        "reverse",
                        nonce -> provider.reverse(reversal, nonce),
                        provider::readReversed,
                        ReverseAnswer.Unknown::new),
                () -> true);
    }

    private Attempt attempt(Operation operation) {
        return new Attempt(
                operation.session(),
                operation.money(),
                operation.description(),
                operation.returnUrl(),
                settings.callbackBaseUrl() + "/v1/providers/" + provider.name() + "/callbacks");
    }

    private <A> Reply<A> ask(Round round, Question<A> question, BooleanSupplier mayBeSent) {
        var refusal = gate.enter(round.left());
        if (refusal.isPresent()) {
            return new Closed<>(refusal.get());
        }
        HttpReply reply = new NoAnswer("not sent");
        var sent = false;
        var started = settings.clock().instant();
        try {
            if (round.left().compareTo(CALL_TIME_MIN) < 0) {
                return new Closed<>("no time left");
            }
            if (!mayBeSent.getAsBoolean()) {
                return new Lost<>();
            }
            var nonce = settings.ids().next().toString();
            var request = question.request().apply(nonce);
            sent = true;
            reply = http.send(request, shorter(settings.callTimeout(), round.left()));
            return recorded(round, question, nonce, started, reply);
        } finally {
            if (sent) {
                gate.leave(
                        isUsable(reply),
                        Duration.between(started, settings.clock().instant()).abs());
            } else {
                gate.leave();
            }
        }
    }

    private <A> Reply<A> recorded(Round round, Question<A> question, String nonce, Instant started, HttpReply reply) {
        var asked = switch (reply) {
            case Answered answered ->
                new Asked<>(
                        question.reading().apply(answered.answer()),
                        sha256(answered.answer().body()));
            case NoAnswer none -> new Asked<>(question.silence().apply(none.why()), null);
        };
        var result = reply instanceof Answered ? word(asked.answer()) : "no_answer";
        var status = reply instanceof Answered answered ? answered.answer().status() : null;
        round.add(new ProviderCall(
                question.call(), nonce, started, settings.clock().instant(), result, status));
        settings.meters()
                .counter("payonce.provider.calls", "operation", question.call(), "result", result)
                .increment();
        return asked;
    }

    private static boolean isUsable(HttpReply reply) {
        return reply instanceof Answered answered && answered.answer().status() < 500;
    }

    private static String word(Object answer) {
        return switch (answer) {
            case CreateAnswer.Created created -> "created";
            case CreateAnswer.Rejected rejected -> "rejected";
            case ResolveAnswer.Found found -> "found";
            case ResolveAnswer.Absent absent -> "absent";
            case ReverseAnswer.Reversed reversed -> "reversed";
            case ReverseAnswer.NothingToReverse nothing -> "nothing_to_reverse";
            case ReverseAnswer.RefusedCaptured captured -> "refused_captured";
            case ReverseAnswer.Pending pending -> "pending";
            default -> "unknown";
        };
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
