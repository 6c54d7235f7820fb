package io.payonce.gateway.callback;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** However many forged callbacks arrive, the log grows by one line per second. */
class ForgedLogTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-05-01T10:00:00Z"));
    private final InstantSource source = now::get;
    private final ForgedLog log = new ForgedLog(source.withZone(ZoneOffset.UTC));

    @Test
    void oneLinePerSecond() {
        assertThat(log.add("sandbox", "signature wrong")).isTrue();
        assertThat(log.add("sandbox", "signature wrong")).isFalse();

        now.updateAndGet(instant -> instant.plusSeconds(1));
        assertThat(log.add("sandbox", "signature wrong")).isTrue();
        assertThat(log.add("sandbox", "signature wrong")).isFalse();
    }
}
