package io.payonce.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.value.Ids;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace is continued if it is one, else begun. */
class TraceParentsTest {
    private final TraceParents traces =
            new TraceParents(new Ids(Clock.fixed(Instant.EPOCH.plusSeconds(1), ZoneOffset.UTC), new Random(1)));

    @Test
    void newOneIsValidAndNew() {
        assertThat(TraceParents.isValid(traces.next())).isTrue();
        assertThat(traces.next()).isNotEqualTo(traces.next());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
            })
    void validOne(String given) {
        assertThat(TraceParents.isValid(given)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n"
            })
    void invalidOne(String given) {
        assertThat(TraceParents.isValid(given)).isFalse();
        assertThat(TraceParents.isValid(null)).isFalse();
    }
}
