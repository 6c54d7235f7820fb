package io.payonce.worker.operation;

import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.session.Observation;
import io.payonce.worker.operation.Operation.Kind;
import io.payonce.worker.operation.Result.Seen;
import org.jspecify.annotations.Nullable;

/** An observation as the event that carries it. */
public final class Report {
    private Report() {}

    /** A check is no money operation; everything else names the one it belongs to. */
    public static ProviderReported of(Operation operation, Seen seen) {
        return new ProviderReported(
                operation.provider(),
                storable(seen.observation()),
                operation.kind() == Kind.CHECK ? null : operation.payment().toString(),
                seen.digest());
    }

    /** The provider's texts may hold U+0000, which neither the database nor a reader of events can take. */
    private static Observation storable(Observation seen) {
        return new Observation(
                seen.source(),
                seen.state(),
                seen.providerPaymentId(),
                seen.money(),
                hasNul(seen.payUrl()) ? null : seen.payUrl(),
                seen.expiresAt(),
                seen.reason() == null ? null : seen.reason().replace('\0', ' '));
    }

    private static boolean hasNul(@Nullable String text) {
        return text != null && text.indexOf('\0') >= 0;
    }
}
