package io.payonce.schema.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.support.SimpleTriggerContext;

/** Rounds are spread around their interval, so that replicas do not come at the same moment for ever. */
class JitteredTriggerTest {
    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    @Test
    void firstRoundIsSoonAndLaterOnesAreAnIntervalApartMoreOrLess() {
        assertThat(next(0.0, first())).isEqualTo(NOW);
        assertThat(next(0.5, first())).isEqualTo(NOW.plusSeconds(30));
        assertThat(next(0.0, second())).isEqualTo(NOW.plusSeconds(480));
        assertThat(next(0.5, second())).isEqualTo(NOW.plusSeconds(600));
        assertThat(next(0.999, second())).isBefore(NOW.plusSeconds(720));
    }

    private static Instant next(double random, SimpleTriggerContext context) {
        var fixed = new RandomGenerator() {
            @Override
            public long nextLong() {
                return 0;
            }

            @Override
            public double nextDouble() {
                return random;
            }
        };
        return new JitteredTrigger(Duration.ofMinutes(10), fixed).nextExecution(context);
    }

    private static SimpleTriggerContext first() {
        return new SimpleTriggerContext(CLOCK);
    }

    private static SimpleTriggerContext second() {
        var context = first();
        context.update(NOW.minusSeconds(2), NOW.minusSeconds(1), NOW);
        return context;
    }
}
