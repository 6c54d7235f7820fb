package io.payonce.gateway.guard;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.payonce.gateway.GatewayProperties;
import io.payonce.gateway.StartRefused;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** How much a client may ask. There are as many buckets as clients, and clients are configured. */
class RateLimits {
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final int perSecond;
    private final TimeMeter time;

    RateLimits(GatewayProperties properties, TimeMeter time) {
        if (properties.rateLimitPerSecond() < 1) {
            throw new StartRefused("PAYONCE_RATE_LIMIT_PER_SECOND must be at least 1");
        }
        this.perSecond = properties.rateLimitPerSecond();
        this.time = time;
    }

    /** Empty if the request may pass, else how many seconds the client should wait. */
    OptionalLong take(String client) {
        var probe = buckets.computeIfAbsent(client, name -> bucket()).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        1 + Duration.ofNanos(probe.getNanosToWaitForRefill()).toSeconds());
    }

    private Bucket bucket() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(2L * perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .withCustomTimePrecision(time)
                .build();
    }
}
