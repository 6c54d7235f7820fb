package io.payonce.testbed.sandbox.provider;

import io.payonce.testbed.sandbox.calls.Call;
import io.payonce.testbed.sandbox.calls.CallLog;
import io.payonce.testbed.sandbox.calls.CallLog.Noted;
import io.payonce.testbed.sandbox.faults.Faults;
import io.payonce.testbed.sandbox.faults.Misbehaviour;
import io.payonce.testbed.sandbox.http.Reply;
import io.payonce.testbed.sandbox.http.Reply.Answer;
import io.payonce.testbed.sandbox.http.Request;
import io.payonce.testbed.sandbox.ledger.Ledger;
import io.payonce.testbed.sandbox.ledger.Payment;
import io.payonce.testbed.sandbox.provider.ProviderCall.Other;
import io.payonce.testbed.sandbox.signing.RequestSignature;
import io.payonce.testbed.sandbox.signing.RequestSignature.Credentials;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The edge of the provider: each call is put on record, then checked (signature, then nonce), then served or spoiled. A
 * call that is not genuine uses up no fault and no nonce.
 */
public final class ProviderApi {
    /** Longer texts of strangers are cut in the record. */
    private static final int RECORDED_LENGTH_MAX = 128;

    private final Ledger ledger;
    private final PaymentDesk desk;
    private final CallLog calls;
    private final Faults faults;
    private final RequestSignature signature;
    private final Clock clock;

    /** What the edge works with. */
    public record Parts(Ledger ledger, PaymentDesk desk, CallLog calls, Faults faults) {}

    public ProviderApi(Parts parts, RequestSignature signature, Clock clock) {
        this.ledger = parts.ledger();
        this.desk = parts.desk();
        this.calls = parts.calls();
        this.faults = parts.faults();
        this.signature = signature;
        this.clock = clock;
    }

    public Reply handle(Request request, List<String> ids) {
        var call = ProviderCall.of(request);
        var credentials =
                new Credentials(request.header("X-Api-Key"), request.header("X-Nonce"), request.header("X-Signature"));
        var genuine = signature.isGenuine(credentials, request.method(), request.target(), request.body());
        var arrived = arrived(call, request, credentials.nonce());
        return switch (calls.arrived(arrived, genuine)) {
            case Noted.Full full -> Answer.error(503, "the sandbox is full, DELETE /sandbox makes room");
            case Noted.NonceUsed used -> refused(used.number(), "nonce already used");
            case Noted.Fresh fresh when !genuine -> refused(fresh.number(), "bad signature");
            case Noted.Fresh fresh -> serve(fresh.number(), call, request, arrived.orderId());
        };
    }

    private Reply refused(long number, String why) {
        calls.answered(number, 401, null);
        return Answer.error(401, why);
    }

    private Reply serve(long number, ProviderCall call, Request request, @Nullable String orderId) {
        var fault = call.faulty().flatMap(operation -> faults.take(operation, orderId));
        var reply = fault.map(ordered ->
                        Misbehaviour.reply(ordered, () -> desk.serve(call, request, fault), redirect(orderId)))
                .orElseGet(() -> desk.serve(call, request, fault));
        var payment = Optional.ofNullable(orderId).flatMap(ledger::ofOrder).map(Payment::paymentId);
        calls.answered(number, reply.status(), payment.orElse(null));
        return reply;
    }

    private Call arrived(ProviderCall call, Request request, @Nullable String nonce) {
        var paymentId = call.paymentId();
        var orderId = paymentId == null ? call.orderId(request) : orderOf(paymentId);
        return new Call(
                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                call.operation(),
                recorded(orderId),
                recorded(paymentId),
                recorded(nonce),
                recorded(call.key(request)),
                null,
                call instanceof Other ? recorded(request.method() + " " + request.target()) : null);
    }

    private @Nullable String orderOf(String paymentId) {
        return ledger.ofPayment(paymentId).map(Payment::orderId).orElse(null);
    }

    private static @Nullable String recorded(@Nullable String text) {
        return text == null || text.length() <= RECORDED_LENGTH_MAX ? text : text.substring(0, RECORDED_LENGTH_MAX);
    }

    private static String redirect(@Nullable String orderId) {
        return orderId == null
                ? "/redirected"
                : "/redirected?order_id=" + URLEncoder.encode(orderId, StandardCharsets.UTF_8);
    }
}
