package io.payonce.testbed.sandbox.callbacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The gaps between two tries are those of the contract. */
final class RetryGapsTest {
    @Test
    void gapsDoubleUpToAMinute() {
        var seconds = IntStream.of(1, 2, 3, 4, 5, 6, 7, 8, 1_000_000)
                .mapToLong(tries -> RetryGaps.STANDARD.after(tries).toSeconds());

        assertThat(seconds).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
    }
}
