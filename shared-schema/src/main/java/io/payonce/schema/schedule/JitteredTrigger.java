package io.payonce.schema.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.TriggerContext;

/** Runs about every interval after the last run's end; replicas that started together drift apart. */
public record JitteredTrigger(Duration interval, RandomGenerator random) implements Trigger {
    private static final double SPREAD = 0.2;
    /** The first run is soon: an instance that lives shorter than the interval must do its part too. */
    private static final double FIRST = 0.1;

    @Override
    public Instant nextExecution(TriggerContext context) {
        var last = context.lastCompletion();
        var share = last == null ? FIRST * random.nextDouble() : 1 - SPREAD + 2 * SPREAD * random.nextDouble();
        var from = last == null ? context.getClock().instant() : last;
        return from.plusMillis((long) (interval.toMillis() * share));
    }
}
