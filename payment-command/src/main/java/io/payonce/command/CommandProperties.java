package io.payonce.command;

import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What may be set.
 *
 * @param createsAtOnce transactions of Create and Cancel under way at the same time; fewer than the pool has
 *     connections
 * @param defaultProvider used when a Create names none
 * @param providers the names a Create may use
 */
@ConfigurationProperties("payonce")
public record CommandProperties(int createsAtOnce, String defaultProvider, Set<String> providers) {
    public CommandProperties {
        if (!providers.contains(defaultProvider)) {
            throw new IllegalArgumentException("default provider " + defaultProvider + " is not among " + providers);
        }
    }
}
