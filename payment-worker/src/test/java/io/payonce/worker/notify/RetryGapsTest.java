package io.payonce.worker.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Gaps follow the list, repeat its end, and spread by a tenth at most. */
class RetryGapsTest {
    private final RetryGaps gaps =
            new RetryGaps(List.of(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofHours(1)));

    @Test
    void eachTryHasItsGapAndTheLastIsUsedAgain() {
        assertThat(gaps.after(1, 0)).isEqualTo(Duration.ofSeconds(5));
        assertThat(gaps.after(2, 0)).isEqualTo(Duration.ofSeconds(10));
        assertThat(gaps.after(3, 0)).isEqualTo(Duration.ofHours(1));
        assertThat(gaps.after(4, 0)).isEqualTo(Duration.ofHours(1));
        assertThat(gaps.after(Integer.MAX_VALUE, 0)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aCountThatCannotBeIsTakenForTheFirst() {
        assertThat(gaps.after(0, 0)).isEqualTo(Duration.ofSeconds(5));
        assertThat(gaps.after(-1, 0)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void chanceAddsUpToATenth() {
        assertThat(gaps.after(2, 0.5)).isEqualTo(Duration.ofMillis(10_500));
        assertThat(gaps.after(2, 1)).isEqualTo(Duration.ofSeconds(11));
    }
}
