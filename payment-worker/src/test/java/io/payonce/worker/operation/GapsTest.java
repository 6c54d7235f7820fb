package io.payonce.worker.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Gaps grow, never shrink, and never exceed an hour. */
class GapsTest {
    @Test
    void silenceDoublesFromFiveSecondsToAnHour() {
        assertThat(IntStream.of(1, 2, 3, 4).mapToObj(Gaps::afterSilence))
                .containsExactly(
                        Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(40));
        assertThat(Gaps.afterSilence(50)).isEqualTo(Duration.ofHours(1));
        assertThat(Gaps.afterSilence(Integer.MAX_VALUE)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void pendingStaysWithinAMinuteForTenRounds() {
        assertThat(IntStream.of(1, 2, 3, 7, 10).mapToObj(Gaps::whilePending))
                .containsExactly(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(4),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(1));
    }

    @Test
    void pendingThenGrowsToAnHour() {
        assertThat(Gaps.whilePending(11)).isEqualTo(Duration.ofMinutes(2));
        assertThat(Gaps.whilePending(1000)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void anUncountedRoundIsTheFirst() {
        assertThat(Gaps.afterSilence(0)).isEqualTo(Duration.ofSeconds(5));
    }
}
