package io.payonce.gateway.guard;

import io.payonce.gateway.GatewayProperties;
import io.payonce.gateway.StartRefused;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
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

    /** A client's name becomes a header and a metric's tag. */
    private static final Pattern CLIENT = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final Map<String, byte[]> hashByClient = new LinkedHashMap<>();

    ApiKeys(GatewayProperties properties, Environment environment) {
        if (properties.apiKeys().stream().allMatch(String::isBlank)) {
            throw new StartRefused("PAYONCE_API_KEYS is not set; it takes entries of the form client=key");
        }
        var local = environment.acceptsProfiles(Profiles.of("local"));
        for (var entry : properties.apiKeys()) {
            var separator = entry.indexOf('=');
            var client = entry.substring(0, Math.max(separator, 0)).strip();
            if (!CLIENT.matcher(client).matches()) {
                throw new StartRefused("PAYONCE_API_KEYS takes entries of the form client=key");
            }
            add(client, entry.substring(separator + 1).strip(), local);
        }
    }

    private void add(String client, String key, boolean local) {
        if (key.length() < KEY_LENGTH_MIN) {
            throw new StartRefused("the API key of %s is shorter than %d characters".formatted(client, KEY_LENGTH_MIN));
        }
        if (key.equals(LOCAL_KEY) && !local) {
            throw new StartRefused("the API key %s is refused outside the profile local".formatted(LOCAL_KEY));
        }
        if (hashByClient.put(client, hash(key)) != null) {
            throw new StartRefused("PAYONCE_API_KEYS names %s twice".formatted(client));
        }
    }

    /** The client whose key stands in the one Authorization header. */
    Optional<String> clientOf(List<String> authorizations) {
        if (authorizations.size() != 1
                || !authorizations.getFirst().regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        var hash = hash(authorizations.getFirst().substring(SCHEME.length()).strip());
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
