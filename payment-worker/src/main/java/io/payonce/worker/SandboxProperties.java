package io.payonce.worker;

import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The sandbox provider's address and secrets. There are no default secrets outside the profile {@code local}.
 *
 * @param callbackBaseUrl our public address, where the provider sends its callbacks
 */
@ConfigurationProperties("payonce.sandbox")
public record SandboxProperties(
        URI url,
        @DefaultValue("") String apiKey,
        @DefaultValue("") String secret,
        URI callbackBaseUrl) {
    public SandboxProperties {
        if (apiKey.isBlank()) {
            throw new IllegalArgumentException("PAYONCE_SANDBOX_API_KEY is not set");
        }
        if (secret.isBlank()) {
            throw new IllegalArgumentException("PAYONCE_SANDBOX_SECRET is not set");
        }
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "sandbox at " + url;
    }
}
