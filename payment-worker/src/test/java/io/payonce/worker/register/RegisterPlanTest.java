package io.payonce.worker.register;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.worker.register.RegisterPlan.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The first round creates at once, twice more after growing pauses, and then only asks. */
class RegisterPlanTest {
    private static final RegisterPlan PLAN = RegisterPlan.STANDARD;

    @Test
    void createsAtOnce() {
        assertThat(PLAN.next(0, 0.99)).isEqualTo(new Step.Create(Duration.ZERO));
    }

    @Test
    void createsTwiceMoreAfterOneAndTwoSeconds() {
        assertThat(PLAN.next(1, 0)).isEqualTo(new Step.Create(Duration.ofSeconds(1)));
        assertThat(PLAN.next(2, 0)).isEqualTo(new Step.Create(Duration.ofSeconds(2)));
    }

    @Test
    void neverCreatesAFourthTime() {
        assertThat(PLAN.next(3, 0)).isEqualTo(new Step.Ask(Duration.ofSeconds(4)));
        assertThat(PLAN.next(4, 0)).isInstanceOf(Step.Ask.class);
    }

    @Test
    void spreadsPausesByLessThanItsLimit() {
        assertThat(PLAN.next(1, 0.5)).isEqualTo(new Step.Create(Duration.ofMillis(1150)));
        assertThat(PLAN.next(3, 0.5)).isEqualTo(new Step.Ask(Duration.ofMillis(4150)));
    }
}
