package io.payonce.testbed.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.testbed.local.Complaint;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The command line is understood or refused in words that say what to write instead. */
class OptionsTest {
    private static final Path REPORT = Path.of("report");

    @Test
    void withoutArgumentsTheDefaultsHold() {
        assertThat(Options.of(7, REPORT)).isEqualTo(new Options(2, 7, 20, REPORT));
    }

    @Test
    void everyOptionIsTaken() {
        assertThat(Options.of(7, REPORT, "--minutes", "5", "--seed", "42", "--rate", "9", "--report", "there"))
                .isEqualTo(new Options(5, 42, 9, Path.of("there")));
    }

    @Test
    void unknownMissingAndSenselessValuesAreRefused() {
        assertThatThrownBy(() -> Options.of(7, REPORT, "--seeds", "1"))
                .isInstanceOf(Complaint.class)
                .hasMessageContaining("--seeds");
        assertThatThrownBy(() -> Options.of(7, REPORT, "--seed")).hasMessageContaining("lacks its value");
        assertThatThrownBy(() -> Options.of(7, REPORT, "--minutes", "0")).hasMessageContaining("--minutes");
        assertThatThrownBy(() -> Options.of(7, REPORT, "--rate", "many")).hasMessageContaining("--rate");
    }
}
