package io.payonce.testbed.sandbox.ledger;

import java.time.Duration;

/** What happens to payments registered from now on, without anybody acting. */
public record Terms(boolean autopay, long autopayDelayMs, long expiresAfterMs, boolean expiryEnforced) {
    public static Terms standard(Duration expiresAfter) {
        return new Terms(false, 0, expiresAfter.toMillis(), true);
    }

    public Terms withAutopay(boolean enabled, long delayMs) {
        return new Terms(enabled, delayMs, expiresAfterMs, expiryEnforced);
    }

    public Terms withExpiry(long afterMs, boolean enforced) {
        return new Terms(autopay, autopayDelayMs, afterMs, enforced);
    }
}
