package io.payonce.gateway;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What may be set. Values are judged by the class that uses them: a binding error would print the value, and here that
 * may be a secret.
 *
 * @param apiKeys entries of the form {@code client=key}
 * @param commandUrls the instances of payment-command, tried in turn
 * @param rateLimitPerSecond requests per client; twice as many in a burst
 * @param callbackSecrets per provider; several, separated by commas, during a rollover
 * @param headTimeMax within which the head of a request must have arrived
 * @param bodyTimeMax within which its body must have arrived
 */
@ConfigurationProperties("payonce")
public record GatewayProperties(
        @DefaultValue List<String> apiKeys,
        @DefaultValue List<URI> commandUrls,
        int rateLimitPerSecond,
        @DefaultValue Map<String, List<String>> callbackSecrets,
        @DefaultValue("10s") Duration headTimeMax,
        @DefaultValue("20s") Duration bodyTimeMax) {

    /** Without the secrets. */
    @Override
    public String toString() {
        return "gateway to " + commandUrls;
    }
}
