package io.payonce.providers;

/**
 * A wish to take a payment back.
 *
 * @param providerPaymentId the provider's own name of the payment
 * @param key stable per reversal, so that repeats have one effect
 */
public record Reversal(String providerPaymentId, String key) {}
