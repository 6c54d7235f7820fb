package io.payonce.worker.housekeeping;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is kept, and for how long after its end.
 *
 * @param interval the mean pause between two rounds; each one is longer or shorter by up to a fifth
 * @param checksKept finished checks; nobody asks for them again
 * @param operationsKept finished registrations and reverses of sessions that are over. That there is one is what keeps
 *     a second from being made, so 90 days at least
 * @param callsKept the record of the calls to providers
 */
@ConfigurationProperties("payonce.housekeeping")
public record HousekeepingProperties(
        @DefaultValue("10m") Duration interval,
        @DefaultValue("1d") Duration checksKept,
        @DefaultValue("90d") Duration operationsKept,
        @DefaultValue("90d") Duration callsKept) {
    private static final Duration OPERATIONS_KEPT_MIN = Duration.ofDays(90);

    public HousekeepingProperties {
        if (operationsKept.compareTo(OPERATIONS_KEPT_MIN) < 0) {
            throw new IllegalArgumentException("payonce.housekeeping.operations-kept must be 90d at least");
        }
        if (!interval.isPositive() || !checksKept.isPositive() || !callsKept.isPositive()) {
            throw new IllegalArgumentException("payonce.housekeeping has a duration of zero");
        }
    }
}
