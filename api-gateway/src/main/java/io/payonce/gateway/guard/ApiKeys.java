package io.payonce.gateway.guard;

import io.payonce.gateway.GatewayProperties;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;

/** Who a key belongs to. Keys are kept and compared as hashes, every one of them each time. */
@Component
class ApiKeys {
    /** The key everybody knows; good for nothing but a stack on one's own machine. */
    private static final String LOCAL_KEY = "local-dev-key";

    private static final int KEY_LENGTH_MIN = 12;
    private static final String SCHEME = "Bearer ";

    private final Map<String, byte[]> hashByClient = new LinkedHashMap<>();

    ApiKeys(GatewayProperties properties, Environment environment) {
        var local = environment.acceptsProfiles(Profiles.of("local"));
        for (var entry : properties.apiKeys()) {
            var separator = entry.indexOf('=');
            if (separator < 1) {
                throw new IllegalArgumentException("PAYONCE_API_KEYS takes entries of the form client=key");
            }
            var client = entry.substring(0, separator).strip();
            var key = entry.substring(separator + 1).strip();
            if (key.length() < KEY_LENGTH_MIN) {
                throw new IllegalArgumentException(
                        "the API key of %s is shorter than %d characters".formatted(client, KEY_LENGTH_MIN));
            }
            if (key.equals(LOCAL_KEY) && !local) {
                throw new IllegalArgumentException("the local API key is refused outside the profile local");
            }
            hashByClient.put(client, hash(key));
        }
    }

    /** The client whose key stands in the Authorization header. */
    Optional<String> clientOf(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        var hash = hash(authorization.substring(SCHEME.length()).strip());
        Optional<String> found = Optional.empty();
        for (var client : hashByClient.entrySet()) {
            if (MessageDigest.isEqual(hash, client.getValue())) {
                found = Optional.of(client.getKey());
            }
        }
        return found;
    }

    private static byte[] hash(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
