package io.payonce.worker;

import io.payonce.worker.call.ProviderLimits;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What may be set. The lease must outlast the budget by enough to write the result down.
 *
 * @param leaseTime how long a claimed operation belongs to its claimer; after it another may take over
 * @param budget the time for one round of calls, everything included
 * @param callTimeout the time for one HTTP call, body included
 * @param operationsMax operations in work at once, those in a pause included
 * @param pollInterval the longest time between two looks at the queue
 * @param schemaWait how long the start waits for the tables before it gives up
 */
@ConfigurationProperties("payonce.worker")
public record WorkerProperties(
        @DefaultValue("30s") Duration leaseTime,
        @DefaultValue("15s") Duration budget,
        @DefaultValue("8s") Duration callTimeout,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("512") int operationsMax,
        @DefaultValue("1s") Duration pollInterval,
        @DefaultValue("5m") Duration schemaWait,
        @DefaultValue ProviderLimits limits) {

    public WorkerProperties {
        if (leaseTime.compareTo(budget.plus(callTimeout.dividedBy(2))) < 0) {
            throw new IllegalArgumentException("payonce.worker.lease-time must outlast the budget of a round");
        }
    }
}
