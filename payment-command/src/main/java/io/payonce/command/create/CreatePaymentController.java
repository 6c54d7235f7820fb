package io.payonce.command.create;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.command.create.CreateOutcome.Abandoned;
import io.payonce.command.create.CreateOutcome.ActivePaymentDiffers;
import io.payonce.command.create.CreateOutcome.AlreadyPaid;
import io.payonce.command.create.CreateOutcome.Existing;
import io.payonce.command.create.CreateOutcome.KeyInUse;
import io.payonce.command.create.CreateOutcome.KeyReused;
import io.payonce.command.create.CreateOutcome.Opened;
import io.payonce.command.create.CreateOutcome.Replayed;
import io.payonce.command.create.CreatePayment.Asker;
import io.payonce.command.http.Client;
import io.payonce.command.http.JsonBody;
import io.payonce.command.http.PreferWait;
import io.payonce.command.http.Problem;
import io.payonce.command.idempotency.IdempotencyKey;
import io.payonce.command.idempotency.StoredAnswer;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Collections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** {@code POST /v1/payments}. */
@RestController
class CreatePaymentController {
    /** A new registration takes less than this, as a rule. */
    private static final String RETRY_AFTER_SECONDS = "1";

    private static final String REPLAYED = "Idempotent-Replayed";
    private static final Logger log = LoggerFactory.getLogger(CreatePaymentController.class);

    private final CreatePayment createPayment;
    private final WaitForOutcome waitForOutcome;
    private final CreateRequestReader reader;
    private final Turns turns;
    private final MeterRegistry metrics;
    private final Checkpoint checkpoint;

    CreatePaymentController(
            CreatePayment createPayment,
            WaitForOutcome waitForOutcome,
            CreateRequestReader reader,
            Turns turns,
            MeterRegistry metrics,
            Checkpoint checkpoint) {
        this.createPayment = createPayment;
        this.waitForOutcome = waitForOutcome;
        this.reader = reader;
        this.turns = turns;
        this.metrics = metrics;
        this.checkpoint = checkpoint;
    }

    @PostMapping(path = "/v1/payments", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Object> create(HttpServletRequest http) throws IOException {
        var client = Client.named(http.getHeader(Client.HEADER));
        var key = IdempotencyKey.of(client, Collections.list(http.getHeaders(IdempotencyKey.HEADER)));
        var request = reader.read(JsonBody.read(http));
        var asker = new Asker(key, PreferWait.of(http.getHeader("Prefer")), http.getHeader("traceparent"));

        var outcome = turns.take(() -> createPayment.create(request, asker));

        metrics.counter("payonce_creates", "outcome", name(outcome)).increment();
        checkpoint.reach(Point.C4_BEFORE_ANSWER);
        return answer(outcome, request, asker);
    }

    private ResponseEntity<Object> answer(CreateOutcome outcome, CreateRequest request, Asker asker) {
        return switch (outcome) {
            case Opened opened -> {
                log.info("{} {} opened for {}", opened.session().id(), request.orderId(), request.money());
                yield success(waitForOutcome.opened(opened, keyToSettle(asker), asker.patience()), false);
            }
            case Existing existing ->
                success(waitForOutcome.existing(existing, keyToSettle(asker), asker.patience()), false);
            case Replayed replayed -> success(replayed.answer(), true);
            case Abandoned abandoned ->
                success(
                        waitForOutcome.abandoned(
                                abandoned.payment(), asker.key().orElseThrow()),
                        true);
            case KeyInUse inUse ->
                Problem.of(
                                HttpStatus.CONFLICT,
                                "idempotency_key_in_use",
                                "The first request with this key is still being answered.")
                        .answerAfter(1);
            case KeyReused reused ->
                Problem.of(
                                HttpStatus.UNPROCESSABLE_CONTENT,
                                "idempotency_key_reused",
                                "This key was used for another request.")
                        .answer();
            case ActivePaymentDiffers other ->
                Problem.of(
                                HttpStatus.CONFLICT,
                                "order_has_active_payment",
                                "The order has an active payment with another amount, currency or provider.")
                        .about(other.payment().toString())
                        .answer();
            case AlreadyPaid paid ->
                Problem.of(
                                HttpStatus.CONFLICT,
                                "order_already_paid",
                                "The order was paid with another amount, currency or provider.")
                        .about(paid.payment().toString())
                        .answer();
        };
    }

    /** Without a wait the key was settled in the transaction of the Create. */
    private static java.util.Optional<IdempotencyKey> keyToSettle(Asker asker) {
        return asker.patience().isZero() ? java.util.Optional.empty() : asker.key();
    }

    private static ResponseEntity<Object> success(StoredAnswer answer, boolean replayed) {
        var response = ResponseEntity.status(answer.status())
                .contentType(MediaType.APPLICATION_JSON)
                .header(HttpHeaders.LOCATION, "/v1/payments/" + idOf(answer));
        if (answer.status() == HttpStatus.ACCEPTED.value()) {
            response.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        if (replayed) {
            response.header(REPLAYED, "true");
        }
        return response.body(answer.body());
    }

    private static String idOf(StoredAnswer answer) {
        return JsonMapper.shared().readTree(answer.body()).path("id").stringValue();
    }

    private static String name(CreateOutcome outcome) {
        return switch (outcome) {
            case Opened opened -> "opened";
            case Existing existing -> "existing";
            case Replayed replayed -> "replayed";
            case Abandoned abandoned -> "replayed";
            case KeyInUse inUse -> "key_in_use";
            case KeyReused reused -> "key_reused";
            case ActivePaymentDiffers other -> "active_payment_differs";
            case AlreadyPaid paid -> "already_paid";
        };
    }
}
