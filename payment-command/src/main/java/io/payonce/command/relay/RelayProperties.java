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
 * @param pollInterval how long a new event may lie in the connector's queue; short costs idle CPU
 * @param lagLimit readiness is off when events lie longer than this
 */
@ConfigurationProperties("payonce.relay")
public record RelayProperties(
        String user,
        @DefaultValue("") String password,
        @DefaultValue("payonce_outbox") String slot,
        @DefaultValue("500ms") Duration standbyPause,
        @DefaultValue("3ms") Duration pollInterval,
        @DefaultValue("30s") Duration lagLimit) {

    @Override
    public String toString() {
        return "relay of slot " + slot;
    }
}
