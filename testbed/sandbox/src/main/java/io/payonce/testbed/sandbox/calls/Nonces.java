package io.payonce.testbed.sandbox.calls;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The nonces of the last ten minutes. Never more than there are calls on record; guarded by the journal's lock, as part
 * of the {@link CallLog}, whose lines bring them back after a restart.
 */
public final class Nonces {
    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    /** Oldest first. */
    private final Map<String, Instant> used = new LinkedHashMap<>();

    boolean isFresh(String nonce, Instant now) {
        dropOld(now);
        return !used.containsKey(nonce);
    }

    void use(String nonce, Instant now) {
        dropOld(now);
        used.putIfAbsent(nonce, now);
    }

    void forget() {
        used.clear();
    }

    private void dropOld(Instant now) {
        var limit = now.minus(REMEMBERED);
        for (var oldest = used.entrySet().iterator(); oldest.hasNext(); ) {
            if (oldest.next().getValue().isAfter(limit)) {
                return;
            }
            oldest.remove();
        }
    }
}
