package io.payonce.schema.session;

import io.payonce.schema.session.Decision.Doubtful;
import io.payonce.schema.session.Decision.Foreign;
import io.payonce.schema.session.Decision.Late;
import io.payonce.schema.session.Decision.Mismatched;
import io.payonce.schema.session.Decision.Moved;
import io.payonce.schema.session.Decision.NoMoney;
import io.payonce.schema.session.Decision.Unchanged;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to pay one order at one provider. All decisions about it are pure: they take what was observed and return
 * what follows; storing it is the caller's.
 *
 * @param version grows by one with every stored change; events carry it as their sequence
 */
public record PaymentSession(
        PaymentId id,
        OrderId orderId,
        Money money,
        SessionStatus status,
        String provider,
        @Nullable String providerPaymentId,
        @Nullable String payUrl,
        @Nullable Instant expiresAt,
        @Nullable Failure failure,
        int version,
        PaymentDetails details,
        Instant createdAt,
        Instant updatedAt) {

    /** A new session, waiting for its registration. */
    public static PaymentSession open(
            PaymentId id, OrderId orderId, Money money, String provider, PaymentDetails details, Instant now) {
        return new PaymentSession(
                id, orderId, money, SessionStatus.REGISTERING, provider, null, null, null, null, 1, details, now, now);
    }

    /**
     * Decides what {@code seen} means for this session; changes nothing.
     *
     * @param askedAt the version of the session that the question was asked about; 0 if nobody asked. Reports may be
     *     delivered again at any time, and an answer from before the session's end says nothing about money after it
     */
    public Decision apply(Observation seen, long askedAt, Instant now) {
        if (isForeign(seen)) {
            return new Foreign("provider payment %s is not %s".formatted(seen.providerPaymentId(), providerPaymentId));
        }
        return switch (status) {
            case REGISTERING, UNKNOWN, REGISTERED, AUTHORIZED -> applyToOpen(seen, now);
            case CANCELING -> applyToCanceling(seen, now);
            case COMPLETED -> new Unchanged("already completed");
            case FAILED, CANCELED -> applyToEnded(seen, askedAt);
        };
    }

    /** Starts the cancellation, if the session can still be cancelled. */
    public Decision cancel(Instant now) {
        return status.canBecome(SessionStatus.CANCELING)
                ? new Moved(moved(SessionStatus.CANCELING, now))
                : new Unchanged(status.apiName());
    }

    private Decision applyToOpen(Observation seen, Instant now) {
        if (isWrongMoney(seen)) {
            return mismatch(seen);
        }
        return switch (seen.state()) {
            case OPEN ->
                seen.payUrl() == null ? new Unchanged("no pay link") : enter(SessionStatus.REGISTERED, seen, now);
            case HELD -> enter(SessionStatus.AUTHORIZED, seen, now);
            case PAID -> enter(SessionStatus.COMPLETED, seen, now);
            case UNKNOWN ->
                seen.source() == Source.REGISTER ? enter(SessionStatus.UNKNOWN, seen, now) : new Unchanged("unknown");
            case REJECTED ->
                isUnregistered() ? fail(seen, now) : new Unchanged("registered before the refusal was reported");
            case DECLINED, EXPIRED, ABSENT, REVERSED -> fail(seen, now);
        };
    }

    /**
     * While cancelling, the reverse decides. Money seen meanwhile is on its way back, unless the reverse was refused
     * because it is captured; a callback proves only that the money is back, since an old decline proves nothing.
     */
    private Decision applyToCanceling(Observation seen, Instant now) {
        var proven = seen.source() != Source.CALLBACK || seen.state() == ProviderState.REVERSED;
        if (seen.state().isDead() && proven) {
            return new Moved(learned(seen).moved(SessionStatus.CANCELED, now));
        }
        if (seen.state() == ProviderState.PAID && seen.source() == Source.REVERSE) {
            return isWrongMoney(seen) ? mismatch(seen) : new Moved(learned(seen).moved(SessionStatus.COMPLETED, now));
        }
        return new Unchanged("waiting for the reverse");
    }

    private Decision applyToEnded(Observation seen, long askedAt) {
        var isFresh = seen.source() == Source.STATUS && askedAt >= version;
        if (!seen.state().hasMoney()) {
            return isFresh && seen.state() != ProviderState.UNKNOWN
                    ? new NoMoney("%s, as it should be when %s".formatted(seen.state(), status.apiName()))
                    : new Unchanged("already " + status.apiName());
        }
        if (!isFresh) {
            return new Doubtful("success reported for a " + status.apiName() + " payment");
        }
        return seen.money() == null ? mismatch(seen) : new Late(seen.money(), seen.state() == ProviderState.PAID);
    }

    private Decision enter(SessionStatus next, Observation seen, Instant now) {
        return status.canBecome(next)
                ? new Moved(learned(seen).moved(next, now))
                : new Unchanged("%s, which is no news when %s".formatted(seen.state(), status.apiName()));
    }

    private Decision fail(Observation seen, Instant now) {
        return new Moved(
                learned(seen).withFailure(seen.state().failure(seen.reason())).moved(SessionStatus.FAILED, now));
    }

    private boolean isUnregistered() {
        return status == SessionStatus.REGISTERING || status == SessionStatus.UNKNOWN;
    }

    private boolean isForeign(Observation seen) {
        return providerPaymentId != null
                && seen.providerPaymentId() != null
                && !providerPaymentId.equals(seen.providerPaymentId());
    }

    /** Money must be named and equal where money is claimed; an open payment may leave it out but not differ. */
    private boolean isWrongMoney(Observation seen) {
        return switch (seen.state()) {
            case HELD, PAID -> !money.equals(seen.money());
            case OPEN -> seen.money() != null && !money.equals(seen.money());
            default -> false;
        };
    }

    private Decision mismatch(Observation seen) {
        return new Mismatched("expected %s, the provider says %s".formatted(money, seen.money()));
    }

    /** What the provider told is kept; what it left out does not erase what was known. */
    private PaymentSession learned(Observation seen) {
        return new PaymentSession(
                id,
                orderId,
                money,
                status,
                provider,
                providerPaymentId == null ? seen.providerPaymentId() : providerPaymentId,
                payUrl == null ? seen.payUrl() : payUrl,
                expiresAt == null ? seen.expiresAt() : expiresAt,
                failure,
                version,
                details,
                createdAt,
                updatedAt);
    }

    private PaymentSession withFailure(Failure reason) {
        return new PaymentSession(
                id,
                orderId,
                money,
                status,
                provider,
                providerPaymentId,
                payUrl,
                expiresAt,
                reason,
                version,
                details,
                createdAt,
                updatedAt);
    }

    private PaymentSession moved(SessionStatus next, Instant now) {
        return new PaymentSession(
                id,
                orderId,
                money,
                next,
                provider,
                providerPaymentId,
                payUrl,
                expiresAt,
                failure,
                version + 1,
                details,
                createdAt,
                now);
    }
}
