package io.payonce.command.relay;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The relay's settings.
 *
 * @param user role with REPLICATION that may read the outbox
 * @param slot one reader at a time holds it: that is the election among replicas
 * @param standbyPause how long a standby waits before it looks at the slot again
 * @param pollInterval how long a new event may lie in the connector's queue; a millisecond of each is spent spinning
 * @param lagLimit readiness is off when events lie longer than this
 * @param holderTimeout how long a holder may be silent before the server takes the slot from it
 * @param walAlarmShare of the slot's WAL limit: from here on the alarm metric is 1
 * @param walReadyShare of the slot's WAL limit: from here on the alarm metric is 2 and readiness is off
 */
@ConfigurationProperties("payonce.relay")
public record RelayProperties(
        String user,
        @DefaultValue("") String password,
        @DefaultValue("payonce_outbox") String slot,
        @DefaultValue("250ms") Duration standbyPause,
        @DefaultValue("10ms") Duration pollInterval,
        @DefaultValue("30s") Duration lagLimit,
        @DefaultValue("8s") Duration holderTimeout,
        @DefaultValue("0.25") double walAlarmShare,
        @DefaultValue("0.5") double walReadyShare) {

    @Override
    public String toString() {
        return "relay of slot " + slot;
    }
}
