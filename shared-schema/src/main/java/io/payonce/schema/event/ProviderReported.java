package io.payonce.schema.event;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.payonce.schema.session.Observation;
import org.jspecify.annotations.Nullable;

/**
 * What was seen at a provider, by a call of ours or told by its callback.
 *
 * @param operation the money operation the call belonged to; null for callbacks and status queries
 * @param rawDigest SHA-256 (hex) of the bytes it was read from, to find them in the provider's own logs
 */
public record ProviderReported(
        String provider,
        @JsonUnwrapped Observation seen,
        @Nullable String operation,
        @Nullable String rawDigest) implements Event {}
