package io.payonce.testbed.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A run can be asked for again: its trouble is drawn from the seed and from nothing else. */
class PlanTest {
    @Test
    void sameSeedAndLengthGiveTheSamePlan() {
        assertThat(Plan.of(7, 5)).isEqualTo(Plan.of(7, 5));
    }

    @Test
    void anotherSeedGivesAnotherPlan() {
        assertThat(Plan.of(7, 5).troubles()).isNotEqualTo(Plan.of(8, 5).troubles());
    }

    @Test
    void planOfASeedStaysWhatItIs() {
        assertThat(Plan.of(1, 1).troubles().getFirst()).hasToString("  8.0 s  KILL    payment-command    for 1.7 s");
    }

    @Test
    void troubleLiesWithinTheRunAndMeetsEveryPart() {
        var plan = Plan.of(1, 60);

        assertThat(plan.troubles())
                .allSatisfy(trouble -> assertThat(trouble.at())
                        .isBetween(Duration.ofSeconds(8), Duration.ofMinutes(60).minusSeconds(5)));
        assertThat(plan.troubles())
                .extracting(Trouble::member)
                .contains(
                        "kafka",
                        "postgres",
                        "api-gateway",
                        "payment-command-2",
                        "payment-worker",
                        "payment-worker-2",
                        "reconciler");
        assertThat(plan.weather()).hasSize(3600);
    }
}
