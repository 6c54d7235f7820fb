package io.payonce.providers;

/** What a provider's answer to {@link Provider#resolve} means. */
public sealed interface ResolveAnswer {

    record Found(ProviderPayment payment) implements ResolveAnswer {}

    /** The provider has no such payment now; proof only once {@link Provider#settleTime} has passed since a create. */
    record Absent(String why) implements ResolveAnswer {}

    record StillUnknown(String why) implements ResolveAnswer {}
}
