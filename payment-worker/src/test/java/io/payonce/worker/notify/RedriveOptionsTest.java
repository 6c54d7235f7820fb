package io.payonce.worker.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A redrive does what it was told in words it knows, and only looks unless told to apply. */
class RedriveOptionsTest {
    private static final String ID = "01890a5d-ac96-774b-bcce-b302099a8057";

    @Test
    void nothingSaidIsADryRunOverAll() {
        assertThat(RedriveOptions.parse(List.of())).isEqualTo(new RedriveOptions(false, null, 1000, 20));
    }

    @Test
    void bothWaysOfWritingAValueAreRead() {
        var expected = new RedriveOptions(true, UUID.fromString(ID), 5, 2);

        assertThat(RedriveOptions.parse(List.of("--apply", "--event-id", ID, "--limit", "5", "--per-second", "2")))
                .isEqualTo(expected);
        assertThat(RedriveOptions.parse(List.of("--per-second=2", "--limit=5", "--event-id=" + ID, "--apply")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--aply",
                "--apply=false",
                "--limit",
                "--limit=0",
                "--limit=10001",
                "--limit=-1",
                "--limit=9999999999",
                "--per-second=1001",
                "--event-id",
                "--event-id=all",
                "extra"
            })
    void anythingElseIsRefused(String word) {
        assertThatThrownBy(() -> RedriveOptions.parse(List.of(word))).isInstanceOf(IllegalArgumentException.class);
    }
}
