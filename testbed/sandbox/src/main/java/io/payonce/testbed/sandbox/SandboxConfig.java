package io.payonce.testbed.sandbox;

import io.payonce.testbed.sandbox.callbacks.RetryGaps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Currency;
import java.util.List;
import java.util.Map;

/**
 * Everything that can be set about a sandbox.
 *
 * @param port 0 for any free one
 * @param data the folder of the journal
 * @param gatewayUrl where the shop pays and where hand-made callbacks for unknown payments go
 * @param publicUrl the address before {@code /pay/…} and {@code /shop}; empty for the one listened on
 * @param currencies accepted ones; the first is the shop's, and named in refusals
 */
public record SandboxConfig(
        String address,
        int port,
        Path data,
        String gatewayUrl,
        String publicUrl,
        Secrets secrets,
        List<String> currencies,
        Duration paymentsExpireAfter,
        RetryGaps callbackGaps) {

    /**
     * What is shared with the other side. Printed by nobody.
     *
     * @param apiKey with {@code requests} signs the provider's calls
     * @param callbacks signs callbacks
     * @param webhooks verifies merchant webhooks, in the form {@code whsec_<base64>}
     * @param shopKey the shop's API key at the gateway
     */
    public record Secrets(String apiKey, String requests, String callbacks, String webhooks, String shopKey) {
        @Override
        public String toString() {
            return "Secrets[…]";
        }
    }

    /**
     * Reads the environment; whatever is missing has a local default.
     *
     * @throws IllegalArgumentException with a message for the operator
     */
    public static SandboxConfig of(Map<String, String> environment) {
        var secrets = new Secrets(
                environment.getOrDefault("PAYONCE_SANDBOX_API_KEY", "local-sandbox-key"),
                environment.getOrDefault("PAYONCE_SANDBOX_SECRET", "local-sandbox-secret"),
                environment.getOrDefault("PAYONCE_SANDBOX_CALLBACK_SECRET", "local-callback-secret"),
                environment.getOrDefault("PAYONCE_WEBHOOK_SECRET", "whsec_bG9jYWwtd2ViaG9vay1zZWNyZXQ="),
                environment.getOrDefault("PAYONCE_API_KEY", "local-dev-key"));
        return new SandboxConfig(
                environment.getOrDefault("PAYONCE_ADDRESS", "127.0.0.1"),
                number(environment, "PAYONCE_SANDBOX_PORT", 8090),
                Path.of(environment.getOrDefault("PAYONCE_SANDBOX_DATA", ".local/sandbox")),
                environment.getOrDefault("PAYONCE_GATEWAY_URL", "http://127.0.0.1:8080"),
                environment.getOrDefault("PAYONCE_SANDBOX_PUBLIC_URL", ""),
                secrets,
                currencies(environment.getOrDefault("PAYONCE_SANDBOX_CURRENCIES", "RUB,USD,EUR,JPY,KWD")),
                Duration.ofSeconds(number(environment, "PAYONCE_SANDBOX_EXPIRY_SECONDS", 1800)),
                RetryGaps.STANDARD);
    }

    private static int number(Map<String, String> environment, String name, int otherwise) {
        var text = environment.getOrDefault(name, String.valueOf(otherwise));
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("%s must be a number, not %s".formatted(name, text));
        }
        return Integer.parseInt(text);
    }

    private static List<String> currencies(String list) {
        var codes = List.of(list.split(",", -1));
        for (var code : codes) {
            try {
                Currency.getInstance(code);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("PAYONCE_SANDBOX_CURRENCIES: %s is no currency".formatted(code), e);
            }
        }
        return codes;
    }
}
