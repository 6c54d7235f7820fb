package io.payonce.command.housekeeping;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is kept, and for how long.
 *
 * @param interval the mean pause between two rounds; each one is longer or shorter by up to a fifth
 * @param keysKept how long an idempotency key is remembered; clients were promised 48 hours
 * @param outboxDays days of the outbox that are kept after they were relayed, three at least
 * @param outboxDaysAhead days for which partitions are made in advance
 */
@ConfigurationProperties("payonce.housekeeping")
public record HousekeepingProperties(
        @DefaultValue("10m") Duration interval,
        @DefaultValue("48h") Duration keysKept,
        @DefaultValue("7") int outboxDays,
        @DefaultValue("7") int outboxDaysAhead) {
    private static final Duration KEYS_KEPT_MIN = Duration.ofDays(2);
    private static final int OUTBOX_DAYS_MIN = 3;

    public HousekeepingProperties {
        if (keysKept.compareTo(KEYS_KEPT_MIN) < 0) {
            throw new IllegalArgumentException("payonce.housekeeping.keys-kept must be 48h at least");
        }
        if (outboxDays < OUTBOX_DAYS_MIN) {
            throw new IllegalArgumentException("payonce.housekeeping.outbox-days must be 3 at least");
        }
        if (!interval.isPositive() || outboxDaysAhead < 1) {
            throw new IllegalArgumentException("payonce.housekeeping has an interval or days ahead of zero");
        }
    }
}
