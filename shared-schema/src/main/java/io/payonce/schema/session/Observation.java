package io.payonce.schema.session;

import io.payonce.schema.value.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the provider was seen to say about a payment, in our words. It is a fact about the provider at some moment, not
 * a decision about the session.
 *
 * @param source who saw it
 * @param providerPaymentId the provider's name of the payment; null when the provider does not know the payment
 * @param money amount and currency the provider names; null when it named none or something that is no money
 * @param payUrl where the payer pays, while open
 * @param expiresAt when the provider means to close an open payment; proves nothing by itself
 * @param reason the provider's words for a refusal or decline
 */
public record Observation(
        Source source,
        ProviderState state,
        @Nullable String providerPaymentId,
        @Nullable Money money,
        @Nullable String payUrl,
        @Nullable Instant expiresAt,
        @Nullable String reason) {

    /** The call (or callback) in which the state was seen; a callback may be old, a call is fresh. */
    public enum Source {
        REGISTER,
        STATUS,
        REVERSE,
        CALLBACK
    }

    /** A state without any particulars. */
    public static Observation bare(Source source, ProviderState state) {
        return new Observation(source, state, null, null, null, null, null);
    }
}
