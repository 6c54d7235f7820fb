package io.payonce.gateway.guard;

import io.github.bucket4j.Bucket;
import io.payonce.gateway.GatewayProperties;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** How much a client may ask. There are as many buckets as clients, and clients are configured. */
@Component
class RateLimits {
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final int perSecond;

    RateLimits(GatewayProperties properties) {
        this.perSecond = properties.rateLimitPerSecond();
    }

    /** Empty if the request may pass, else how many seconds the client should wait. */
    OptionalLong take(String client) {
        var probe = buckets.computeIfAbsent(
                        client,
                        name -> Bucket.builder()
                                .addLimit(limit ->
                                        limit.capacity(2L * perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
                                .build())
                .tryConsumeAndReturnRemaining(1);
        return probe.isConsumed()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        1 + Duration.ofNanos(probe.getNanosToWaitForRefill()).toSeconds());
    }
}
