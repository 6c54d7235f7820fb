package io.payonce.command.cancel;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What may be set about cancel codes. Times are measured by the database's clock.
 *
 * @param codeKey key of the hashes, 32 bytes at least; another key makes every code that is out invalid
 * @param lifetime how long a code may be used
 * @param triesMax wrong tries until a code is locked
 * @param keepExpired how long an expired code is still told from a wrong one
 * @param keepConsumed how long the code that started a cancellation may be repeated
 */
@ConfigurationProperties("payonce.cancel")
public record CancelProperties(
        @DefaultValue("") String codeKey,
        @DefaultValue("5m") Duration lifetime,
        @DefaultValue("5") int triesMax,
        @DefaultValue("1h") Duration keepExpired,
        @DefaultValue("48h") Duration keepConsumed,
        @DefaultValue Purge purge) {

    /**
     * How rows that are not needed any more leave.
     *
     * @param batch rows in one transaction
     * @param batchesMax transactions of one run; what is left waits for the next
     * @param pause between two runs
     */
    public record Purge(
            @DefaultValue("1000") int batch,
            @DefaultValue("100") int batchesMax,
            @DefaultValue("1m") Duration pause) {}

    /** Without the key. */
    @Override
    public String toString() {
        return "cancel codes that live " + lifetime;
    }
}
