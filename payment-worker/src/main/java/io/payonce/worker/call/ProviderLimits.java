package io.payonce.worker.call;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What one provider has to bear from one instance.
 *
 * @param callsAtOnce HTTP calls under way at once
 * @param callsPerSecond calls begun in a second
 * @param window how many calls the breaker looks back on, and the fewest it judges by
 * @param failurePercent share of calls without answer or with 5xx at which the breaker opens
 * @param openTime how long an open breaker lets nothing through before it tries again
 * @param trialCalls how many calls a breaker that tries again lets through
 */
public record ProviderLimits(
        @DefaultValue("64") int callsAtOnce,
        @DefaultValue("500") int callsPerSecond,
        @DefaultValue("50") int window,
        @DefaultValue("80") int failurePercent,
        @DefaultValue("2s") Duration openTime,
        @DefaultValue("10") int trialCalls) {}
