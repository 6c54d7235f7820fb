package io.payonce.worker.register;

import java.time.Duration;
import java.util.List;

/**
 * When the first round calls: a create, two more after pauses, then a question. Pure.
 *
 * @param pauses before the second, the third … create call
 * @param pauseBeforeAsking after the last create call without a usable answer
 * @param spreadMax up to this much is added to each pause, at random, so that a provider's recovery is not stormed
 */
public record RegisterPlan(List<Duration> pauses, Duration pauseBeforeAsking, Duration spreadMax) {
    /** Three create calls with pauses of 1 s and 2 s, after 4 s a question. */
    public static final RegisterPlan STANDARD = new RegisterPlan(
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)), Duration.ofSeconds(4), Duration.ofMillis(300));

    /** What to do next. */
    sealed interface Step {
        /** Create, after the pause. */
        record Create(Duration pause) implements Step {}

        /** Ask, after the pause. */
        record Ask(Duration pause) implements Step {}
    }

    /**
     * The step after {@code creates} create calls without a usable answer.
     *
     * @param spread 0 (inclusive) to 1 (exclusive)
     */
    Step next(int creates, double spread) {
        var extra = Duration.ofNanos((long) (spreadMax.toNanos() * spread));
        if (creates == 0) {
            return new Step.Create(Duration.ZERO);
        }
        return creates <= pauses.size()
                ? new Step.Create(pauses.get(creates - 1).plus(extra))
                : new Step.Ask(pauseBeforeAsking.plus(extra));
    }
}
