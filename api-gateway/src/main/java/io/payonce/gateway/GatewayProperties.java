package io.payonce.gateway;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What may be set.
 *
 * @param apiKeys entries of the form {@code client=key}
 * @param commandUrls the instances of payment-command, tried in turn
 * @param rateLimitPerSecond requests per client; twice as many in a burst
 * @param callbackSecrets per provider; several, separated by commas, during a rollover
 */
@ConfigurationProperties("payonce")
public record GatewayProperties(
        List<String> apiKeys,
        List<URI> commandUrls,
        int rateLimitPerSecond,
        Map<String, List<String>> callbackSecrets) {

    /** Without the secrets. */
    @Override
    public String toString() {
        return "gateway to " + commandUrls;
    }
}
