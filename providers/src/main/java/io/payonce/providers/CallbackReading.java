package io.payonce.providers;

/** What came of a callback. */
public sealed interface CallbackReading {

    /**
     * Signed by the provider.
     *
     * @param reference the payment's name as we gave it to the provider; may be one we never gave
     * @param eventId the provider's name of the event, equal in its repeats
     */
    record Genuine(String reference, String eventId, ProviderPayment payment) implements CallbackReading {}

    /** Signature missing, wrong, or outside the time window. */
    record Forged(String why) implements CallbackReading {}

    /** Signed, but not something this dialect contains. */
    record Malformed(String why) implements CallbackReading {}
}
