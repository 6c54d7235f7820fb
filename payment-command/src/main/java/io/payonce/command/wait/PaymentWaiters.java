package io.payonce.command.wait;

import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.store.SessionStore;
import io.payonce.schema.value.PaymentId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * Requests that wait for a payment to move, woken by the payment's own event; nobody polls. An event may be missed (the
 * consumer is new, the process restarted): then the wait ends with its time, and the session is read once more.
 */
@Component
public class PaymentWaiters {
    /** Payments waited for at the same time; beyond that a request is answered at once with what is known. */
    private static final int WAITED_FOR_MAX = 10_000;

    /** An event can arrive before its row can be read; looking again this often is enough by far. */
    private static final int READS_AFTER_EVENT_MAX = 50;

    /** The version of news that did not move the payment, as far as is known yet. */
    private static final long HEARD = 0;

    /** How long the reconciler may take to apply a report before it is taken for one that changes nothing. */
    private static final Duration EFFECT_TIME_MAX = Duration.ofMillis(500);

    private static final Duration READ_PAUSE = Duration.ofMillis(2);

    private final Map<PaymentId, CompletableFuture<Long>> waiting = new ConcurrentHashMap<>();
    private final SessionStore sessions;

    PaymentWaiters(SessionStore sessions) {
        this.sessions = sessions;
    }

    /** The session as soon as it is {@code settled}, or as it is when the wait is over. */
    public PaymentSession await(PaymentSession session, Predicate<PaymentSession> settled, Duration wait) {
        if (wait.isZero() || settled.test(session) || waiting.size() >= WAITED_FOR_MAX) {
            return session;
        }
        var deadline = System.nanoTime() + wait.toNanos();
        var current = session;
        while (true) {
            var moved = waiting.computeIfAbsent(session.id(), id -> new CompletableFuture<>());
            current = read(current);
            if (settled.test(current)) {
                return current;
            }
            var version = await(moved, deadline - System.nanoTime());
            if (version < 0) {
                waiting.remove(session.id(), moved);
                return read(current);
            }
            current = readAtLeast(current, version);
            if (settled.test(current)) {
                return current;
            }
        }
    }

    /**
     * Asks, and returns the session as it is after the provider was heard about it; empty if nothing was heard in time.
     *
     * @param ask called once, after this thread has begun to listen
     */
    public Optional<PaymentSession> awaitNews(PaymentSession session, Runnable ask, Duration wait) {
        if (wait.isZero() || waiting.size() >= WAITED_FOR_MAX) {
            ask.run();
            return Optional.empty();
        }
        var deadline = System.nanoTime() + wait.toNanos();
        var news = waiting.computeIfAbsent(session.id(), id -> new CompletableFuture<>());
        ask.run();
        var version = await(news, deadline - System.nanoTime());
        if (version == HEARD) {
            // What follows from a report, if anything does, comes as an event a moment later.
            news = waiting.computeIfAbsent(session.id(), id -> new CompletableFuture<>());
            version = Math.max(HEARD, await(news, EFFECT_TIME_MAX.toNanos()));
        }
        if (version < 0) {
            waiting.remove(session.id(), news);
            return Optional.empty();
        }
        return Optional.of(readAtLeast(session, version));
    }

    /** Wakes everybody who waits to hear of the payment, though it may not have moved. */
    void heard(PaymentId payment) {
        moved(payment, HEARD);
    }

    boolean isIdle() {
        return waiting.isEmpty();
    }

    /** Wakes everybody who waits for the payment. */
    void moved(PaymentId payment, long version) {
        var waiters = waiting.remove(payment);
        if (waiters != null) {
            waiters.complete(version);
        }
    }

    /** The version the payment moved to, or -1 if the time is over. */
    private static long await(CompletableFuture<Long> moved, long nanos) {
        try {
            return nanos <= 0 ? -1 : moved.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody fails a wait", e);
        }
    }

    private PaymentSession readAtLeast(PaymentSession last, long version) {
        var current = read(last);
        for (var reads = 1; current.version() < version && reads < READS_AFTER_EVENT_MAX; reads++) {
            java.util.concurrent.locks.LockSupport.parkNanos(READ_PAUSE.toNanos());
            current = read(last);
        }
        return current;
    }

    private PaymentSession read(PaymentSession last) {
        return sessions.find(last.id()).orElse(last);
    }
}
