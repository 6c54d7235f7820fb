package io.payonce.worker.call;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** What one provider has to bear from this instance: calls at once, calls per second, and rest when it is down. */
public final class ProviderGate {
    /** A call that waits longer for its turn is better given to another instance. */
    private static final Duration TURN_WAIT_MAX = Duration.ofSeconds(2);

    private final Semaphore places;
    private final RateLimiter rate;
    private final CircuitBreaker breaker;
    private final int trialCalls;

    public ProviderGate(String provider, ProviderLimits limits) {
        this.places = new Semaphore(limits.callsAtOnce(), true);
        this.trialCalls = limits.trialCalls();
        this.rate = RateLimiter.of(
                provider,
                RateLimiterConfig.custom()
                        .limitForPeriod(Math.max(1, limits.callsPerSecond() / 10))
                        .limitRefreshPeriod(Duration.ofMillis(100))
                        .timeoutDuration(TURN_WAIT_MAX)
                        .build());
        this.breaker = CircuitBreaker.of(
                provider,
                CircuitBreakerConfig.custom()
                        .slidingWindow(limits.window(), limits.window(), SlidingWindowType.COUNT_BASED)
                        .failureRateThreshold(limits.failurePercent())
                        .waitDurationInOpenState(limits.openTime())
                        .automaticTransitionFromOpenToHalfOpenEnabled(true)
                        .permittedNumberOfCallsInHalfOpenState(limits.trialCalls())
                        .build());
    }

    /** How many more operations could call now. */
    public int free() {
        var places = Math.max(0, this.places.availablePermits() - this.places.getQueueLength());
        return switch (breaker.getState()) {
            case OPEN, FORCED_OPEN -> 0;
            case HALF_OPEN -> Math.min(places, trialCalls);
            default -> places;
        };
    }

    /** The breaker's state, for the metrics. */
    public State state() {
        return breaker.getState();
    }

    /** Waits for a turn; the answer is empty if it came, and otherwise says why not. */
    Optional<String> enter(Duration patience) {
        if (!placeWithin(patience.compareTo(TURN_WAIT_MAX) < 0 ? patience : TURN_WAIT_MAX)) {
            return Optional.of("too many calls under way");
        }
        if (!breaker.tryAcquirePermission()) {
            places.release();
            return Optional.of("the breaker is open");
        }
        if (!rate.acquirePermission()) {
            breaker.releasePermission();
            places.release();
            return Optional.of("too many calls in a short time");
        }
        return Optional.empty();
    }

    private boolean placeWithin(Duration patience) {
        try {
            return places.tryAcquire(Math.max(0, patience.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Leaves without having called. */
    void leave() {
        breaker.releasePermission();
        places.release();
    }

    /** Leaves after a call. */
    void leave(boolean answered, Duration took) {
        if (answered) {
            breaker.onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
        } else {
            breaker.onError(took.toNanos(), TimeUnit.NANOSECONDS, new NoUsableAnswer());
        }
        places.release();
    }

    /** The breaker counts by exceptions. */
    private static final class NoUsableAnswer extends Exception {
        private NoUsableAnswer() {
            super("no answer, or a server error", null, false, false);
        }
    }
}
