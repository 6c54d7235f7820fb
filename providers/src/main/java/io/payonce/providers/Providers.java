package io.payonce.providers;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The configured providers by name. */
public final class Providers {
    private final Map<String, Provider> byName;

    public Providers(Collection<Provider> providers) {
        byName = providers.stream().collect(Collectors.toUnmodifiableMap(Provider::name, Function.identity()));
    }

    public Optional<Provider> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    public Set<String> names() {
        return byName.keySet();
    }
}
