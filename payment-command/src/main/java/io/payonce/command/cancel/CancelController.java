package io.payonce.command.cancel;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.command.cancel.IssueCancelCode.Outcome.AlreadyEnded;
import io.payonce.command.cancel.IssueCancelCode.Outcome.Issued;
import io.payonce.command.cancel.IssueCancelCode.Outcome.NoSuchPayment;
import io.payonce.command.create.Turns;
import io.payonce.command.http.Client;
import io.payonce.command.http.JsonBody;
import io.payonce.command.http.PreferWait;
import io.payonce.command.http.Problem;
import io.payonce.command.read.PaymentPath;
import io.payonce.command.read.PaymentView;
import io.payonce.command.wait.PaymentWaiters;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.SessionStatus;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /v1/payments/{id}/cancel-codes} and {@code POST /v1/payments/{id}/cancel}. */
@RestController
class CancelController {
    private static final Logger log = LoggerFactory.getLogger(CancelController.class);

    private final IssueCancelCode issueCancelCode;
    private final CancelPayment cancelPayment;
    private final PaymentWaiters waiters;
    private final Turns turns;
    private final MeterRegistry metrics;
    private final Checkpoint checkpoint;

    CancelController(
            IssueCancelCode issueCancelCode,
            CancelPayment cancelPayment,
            PaymentWaiters waiters,
            Turns turns,
            MeterRegistry metrics,
            Checkpoint checkpoint) {
        this.issueCancelCode = issueCancelCode;
        this.cancelPayment = cancelPayment;
        this.waiters = waiters;
        this.turns = turns;
        this.metrics = metrics;
        this.checkpoint = checkpoint;
    }

    /** The only place a code ever shows itself. */
    record CodeView(String code, Instant expiresAt) {
        @Override
        public String toString() {
            return "cancel code until " + expiresAt;
        }
    }

    @PostMapping("/v1/payments/{id}/cancel-codes")
    ResponseEntity<Object> issue(@PathVariable String id, HttpServletRequest http) throws IOException {
        Client.named(http.getHeader(Client.HEADER));
        var payment = PaymentPath.id(id);
        JsonBody.readNothing(http);

        var outcome = turns.take(() -> issueCancelCode.issue(payment));

        return switch (outcome) {
            case Issued issued ->
                ResponseEntity.status(HttpStatus.CREATED)
                        .cacheControl(CacheControl.noStore())
                        .body(new CodeView(
                                issued.code().digits(), issued.expiresAt().truncatedTo(ChronoUnit.MILLIS)));
            case AlreadyEnded ended -> alreadyEnded(ended.status());
            case NoSuchPayment none -> throw PaymentPath.notFound();
        };
    }

    /** 200 once canceled, within the wait or before; 202 while the reverse is under way. */
    @PostMapping(path = "/v1/payments/{id}/cancel", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Object> cancel(@PathVariable String id, HttpServletRequest http) throws IOException {
        Client.named(http.getHeader(Client.HEADER));
        var payment = PaymentPath.id(id);
        var code = CancelCode.read(JsonBody.read(http));
        var patience = PreferWait.of(http.getHeader("Prefer"));

        var outcome = turns.take(() -> cancelPayment.cancel(payment, code, http.getHeader("traceparent")));

        metrics.counter("payonce_cancels", "outcome", name(outcome)).increment();
        checkpoint.reach(Point.C4_BEFORE_ANSWER);
        return switch (outcome) {
            case CancelOutcome.Started started -> {
                var session = started.session();
                log.info("{} {} canceling: a code was consumed", session.id(), session.orderId());
                yield answer(waiters.await(session, CancelController::isSettled, patience));
            }
            case CancelOutcome.AsItStands standing ->
                answer(waiters.await(standing.session(), CancelController::isSettled, patience));
            case CancelOutcome.Refused refused ->
                Problem.of(
                                HttpStatus.FORBIDDEN,
                                refused.why().label(),
                                refused.why().detail())
                        .answer();
            case CancelOutcome.NoSuchPayment none -> throw PaymentPath.notFound();
        };
    }

    private static boolean isSettled(PaymentSession session) {
        return session.status() != SessionStatus.CANCELING;
    }

    /** The provider may refuse the reverse because the money is captured: then the payment completes after all. */
    private static ResponseEntity<Object> answer(PaymentSession session) {
        return switch (session.status()) {
            case CANCELED -> ResponseEntity.ok(PaymentView.of(session));
            case COMPLETED, FAILED -> alreadyEnded(session.status());
            case REGISTERING, UNKNOWN, REGISTERED, AUTHORIZED, CANCELING ->
                ResponseEntity.accepted()
                        .header(HttpHeaders.LOCATION, "/v1/payments/" + session.id())
                        .header(HttpHeaders.RETRY_AFTER, "1")
                        .body(PaymentView.of(session));
        };
    }

    private static ResponseEntity<Object> alreadyEnded(SessionStatus status) {
        return Problem.of(
                        HttpStatus.CONFLICT,
                        "payment_" + status.apiName(),
                        "The payment is " + status.apiName() + " and can no longer be canceled.")
                .answer();
    }

    private static String name(CancelOutcome outcome) {
        return switch (outcome) {
            case CancelOutcome.Started started -> "started";
            case CancelOutcome.AsItStands standing ->
                standing.session().status().apiName();
            case CancelOutcome.Refused refused -> refused.why().name().toLowerCase(Locale.ROOT);
            case CancelOutcome.NoSuchPayment none -> "not_found";
        };
    }
}
