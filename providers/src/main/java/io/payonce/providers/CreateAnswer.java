package io.payonce.providers;

/** What a provider's answer to {@link Provider#create} means. */
public sealed interface CreateAnswer {

    /** The provider holds the payment, in whatever state. */
    record Created(ProviderPayment payment) implements CreateAnswer {}

    /** A definite refusal: no payment exists and repeating is useless. */
    record Rejected(String reason) implements CreateAnswer {}

    /** Anything else. The payment may exist. */
    record Unknown(String why) implements CreateAnswer {}
}
