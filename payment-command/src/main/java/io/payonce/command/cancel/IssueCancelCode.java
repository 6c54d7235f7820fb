package io.payonce.command.cancel;

import io.payonce.command.store.CancelCodes;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.SessionStatus;
import io.payonce.schema.store.SessionStore;
import io.payonce.schema.value.PaymentId;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes the code that may cancel a payment, in place of any code made before. The payment is read unlocked: a code for
 * one that ends at this moment is refused when it is used.
 */
@Component
class IssueCancelCode {
    private final SessionStore sessions;
    private final CancelCodes codes;
    private final CodeHash hash;
    private final CancelProperties properties;
    private final RandomGenerator random;
    private final TransactionTemplate transactions;

    IssueCancelCode(
            SessionStore sessions,
            CancelCodes codes,
            CodeHash hash,
            CancelProperties properties,
            RandomGenerator random,
            TransactionTemplate transactions) {
        this.sessions = sessions;
        this.codes = codes;
        this.hash = hash;
        this.properties = properties;
        this.random = random;
        this.transactions = transactions;
    }

    /** What becomes of the request. */
    sealed interface Outcome {
        record Issued(CancelCode code, Instant expiresAt) implements Outcome {}

        record AlreadyEnded(SessionStatus status) implements Outcome {}

        record NoSuchPayment() implements Outcome {}
    }

    Outcome issue(PaymentId payment) {
        return transactions.execute(transaction -> issue(sessions.find(payment)));
    }

    private Outcome issue(Optional<PaymentSession> found) {
        if (found.isEmpty()) {
            return new Outcome.NoSuchPayment();
        }
        var session = found.get();
        if (session.status().isFinal()) {
            return new Outcome.AlreadyEnded(session.status());
        }
        var code = CancelCode.next(random);
        var expiresAt = codes.replace(
                session.id(),
                hash.of(session, code),
                properties.triesMax(),
                properties.lifetime(),
                properties.keepExpired());
        return new Outcome.Issued(code, expiresAt);
    }
}
