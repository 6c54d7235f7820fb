package io.payonce.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.TimeMeter;
import io.payonce.gateway.GatewayProperties;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Twice the rate at once, then the rate; each client for itself. */
class RateLimitsTest {
    private final AtomicLong nanos = new AtomicLong(1);
    private final RateLimits limits = new RateLimits(
            new GatewayProperties(List.of(), List.of(), 10, Map.of(), Duration.ofSeconds(1), Duration.ofSeconds(1)),
            new TimeMeter() {
                @Override
                public long currentTimeNanos() {
                    return nanos.get();
                }

                @Override
                public boolean isWallClockBased() {
                    return false;
                }
            });

    private long accepted(String client, int asked) {
        return java.util.stream.IntStream.range(0, asked)
                .filter(i -> limits.take(client).isEmpty())
                .count();
    }

    @Test
    void burstIsTwiceTheRateAndThenComesTheRate() {
        assertThat(accepted("shop", 30)).isEqualTo(20);
        assertThat(limits.take("shop")).hasValue(1);

        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(accepted("shop", 30)).isEqualTo(10);
    }

    @Test
    void clientsDoNotTakeFromEachOther() {
        assertThat(accepted("shop", 30)).isEqualTo(20);
        assertThat(accepted("other", 30)).isEqualTo(20);
    }
}
