package io.payonce.command.create;

import io.payonce.command.create.CreateOutcome.Existing;
import io.payonce.command.create.CreateOutcome.Opened;
import io.payonce.command.idempotency.IdempotencyKey;
import io.payonce.command.idempotency.StoredAnswer;
import io.payonce.command.store.IdempotencyKeys;
import io.payonce.command.wait.PaymentWaiters;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.SessionStatus;
import io.payonce.schema.store.SessionStore;
import io.payonce.schema.value.PaymentId;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Answers a Create that waits for the registration, and settles its key with what it answered. */
@Component
class WaitForOutcome {
    /** How much longer than its wait a request owns its key; after that a repeat answers in its stead. */
    static final Duration GRACE = Duration.ofSeconds(5);

    private final SessionStore sessions;
    private final IdempotencyKeys keys;
    private final PaymentWaiters waiters;
    private final Answers answers;

    WaitForOutcome(SessionStore sessions, IdempotencyKeys keys, PaymentWaiters waiters, Answers answers) {
        this.sessions = sessions;
        this.keys = keys;
        this.waiters = waiters;
        this.answers = answers;
    }

    StoredAnswer opened(Opened outcome, Optional<IdempotencyKey> key, Duration wait) {
        return settle(key, answers.opened(await(outcome.session(), wait)));
    }

    StoredAnswer existing(Existing outcome, Optional<IdempotencyKey> key, Duration wait) {
        return settle(key, answers.existing(await(outcome.session(), wait)));
    }

    /** Answers for an owner that died while it waited: with what is true now. */
    StoredAnswer abandoned(PaymentId payment, IdempotencyKey key) {
        var session = sessions.find(payment).orElseThrow();
        return settle(Optional.of(key), answers.opened(session));
    }

    private PaymentSession await(PaymentSession session, Duration wait) {
        return waiters.await(session, WaitForOutcome::isSettled, wait);
    }

    private static boolean isSettled(PaymentSession session) {
        return session.status() != SessionStatus.REGISTERING
                && session.status() != SessionStatus.UNKNOWN
                && session.status() != SessionStatus.CANCELING;
    }

    /** If somebody else has settled the key, their answer is the answer. */
    private StoredAnswer settle(Optional<IdempotencyKey> key, StoredAnswer answer) {
        if (key.isEmpty() || keys.finish(key.get(), answer)) {
            return answer;
        }
        var settled = keys.find(key.get()).orElseThrow().answer();
        return settled == null ? answer : settled;
    }
}
