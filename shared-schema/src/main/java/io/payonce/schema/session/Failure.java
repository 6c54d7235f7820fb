package io.payonce.schema.session;

/**
 * Why a session failed.
 *
 * @param code stable, for programs: {@code provider_rejected}, {@code payment_declined}, {@code payment_expired},
 *     {@code payment_absent}, {@code payment_reversed}
 * @param message for people; may quote the provider
 */
public record Failure(String code, String message) {}
