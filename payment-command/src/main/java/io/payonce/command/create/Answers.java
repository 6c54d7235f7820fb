package io.payonce.command.create;

import io.payonce.command.create.CreateOutcome.Existing;
import io.payonce.command.create.CreateOutcome.Opened;
import io.payonce.command.idempotency.StoredAnswer;
import io.payonce.command.read.PaymentView;
import io.payonce.schema.session.PaymentSession;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The status code and body of a Create that found or opened a session. */
@Component
class Answers {
    private final JsonMapper json;

    Answers(JsonMapper json) {
        this.json = json;
    }

    StoredAnswer toStore(CreateOutcome outcome) {
        return switch (outcome) {
            case Opened opened -> opened(opened.session());
            case Existing existing -> existing(existing.session());
            default -> throw new IllegalArgumentException("a refusal does not use up a key");
        };
    }

    /** 201 once the outcome of the registration is known, 202 before. */
    StoredAnswer opened(PaymentSession session) {
        return answer(isUnderWay(session) ? HttpStatus.ACCEPTED : HttpStatus.CREATED, session);
    }

    StoredAnswer existing(PaymentSession session) {
        return answer(isUnderWay(session) ? HttpStatus.ACCEPTED : HttpStatus.OK, session);
    }

    private static boolean isUnderWay(PaymentSession session) {
        return switch (session.status()) {
            case REGISTERING, UNKNOWN, CANCELING -> true;
            case REGISTERED, AUTHORIZED, COMPLETED, FAILED, CANCELED -> false;
        };
    }

    private StoredAnswer answer(HttpStatus status, PaymentSession session) {
        return new StoredAnswer(status.value(), json.writeValueAsString(PaymentView.of(session)));
    }
}
