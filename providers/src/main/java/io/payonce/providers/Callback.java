package io.payonce.providers;

import java.util.List;

/**
 * A provider's callback as it arrived.
 *
 * @param signatures every value of the provider's signature header, in order
 * @param body the raw bytes, before any parsing: they are what was signed
 */
public record Callback(List<String> signatures, byte[] body) {}
