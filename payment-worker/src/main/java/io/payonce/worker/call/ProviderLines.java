package io.payonce.worker.call;

import java.util.Map;
import java.util.Set;

/** The lines to all configured providers, by name. */
public final class ProviderLines {
    private final Map<String, ProviderLine> byName;

    public ProviderLines(Map<String, ProviderLine> byName) {
        this.byName = Map.copyOf(byName);
    }

    public Set<String> names() {
        return byName.keySet();
    }

    /** The line to a configured provider; the queue hands out operations of no other. */
    public ProviderLine to(String provider) {
        var line = byName.get(provider);
        if (line == null) {
            throw new IllegalArgumentException("no provider " + provider + " is configured");
        }
        return line;
    }
}
