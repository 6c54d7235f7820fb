package io.payonce.command.relay;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Whether events leave the outbox, by whichever instance, and with how much room to the WAL limit. Down means that
 * clients are still answered and nothing is lost, but nothing moves, or soon the slot is cut off.
 */
@Component("relayHealthIndicator")
class RelayHealth implements HealthIndicator {
    private final Relay relay;
    private final RelayMonitor monitor;
    private final RelayProperties properties;

    RelayHealth(Relay relay, RelayMonitor monitor, RelayProperties properties) {
        this.relay = relay;
        this.monitor = monitor;
        this.properties = properties;
    }

    @Override
    public Health health() {
        var moving = monitor.isHeld()
                && !monitor.hasGap()
                && monitor.lag().compareTo(properties.lagLimit()) <= 0
                && monitor.walAlarm() < RelayMonitor.ALARM_HIGH;
        return (moving ? Health.up() : Health.down())
                .withDetail("here", relay.status().name())
                .withDetail("slot_held", monitor.isHeld())
                .withDetail("gap_open", monitor.hasGap())
                .withDetail("lag_seconds", monitor.lag().toMillis() / 1000.0)
                .withDetail("wal_limit_share", monitor.walShare())
                .build();
    }
}
