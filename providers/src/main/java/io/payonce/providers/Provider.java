package io.payonce.providers;

import java.time.Duration;
import java.time.Instant;

/**
 * A payment provider's dialect: it writes requests and reads answers, and opens no connection itself. Time-outs,
 * retries and redirects are the caller's; no answer at all is never shown to an adapter and always means "unknown".
 *
 * <p>Implementations are thread-safe and keep nothing between calls.
 */
public interface Provider {

    /** The name in the API, in events and in the callback's path. */
    String name();

    /** Asks the provider to create the payment. Every call for one payment carries the same key and the same body. */
    ProviderRequest create(Attempt attempt, String nonce);

    CreateAnswer readCreated(HttpAnswer answer);

    /** Asks how the payment stands, by our id, so that it works also when the answer to {@link #create} was lost. */
    ProviderRequest resolve(Attempt attempt, String nonce);

    ResolveAnswer readResolved(HttpAnswer answer);

    /** Asks the provider to give the money back or to withdraw an unpaid payment; repeatable with the same key. */
    ProviderRequest reverse(Reversal reversal, String nonce);

    ReverseAnswer readReversed(HttpAnswer answer);

    /**
     * How long a create call of ours may still take effect at the provider after we gave up on it. Only after this time
     * does an absent payment prove that none will appear.
     */
    Duration settleTime();

    /** Verifies a callback's signature and time, then reads it. */
    CallbackReading readCallback(Callback callback, Instant now);
}
