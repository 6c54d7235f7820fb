package io.payonce.providers;

import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A payment as the provider describes it.
 *
 * @param money null if it names none, or something that is no amount of money
 */
public record ProviderPayment(
        String id,
        ProviderState state,
        @Nullable Money money,
        @Nullable String payUrl,
        @Nullable Instant expiresAt) {

    public Observation seenBy(Source source) {
        return new Observation(source, state, id, money, payUrl, expiresAt, null);
    }
}
