package io.payonce.testbed.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A few cases of the crash matrix on one process of each service; {@code mvn verify -Pcrash-matrix} plays all. */
class CrashSpreadIT {
    @Test
    void crashBetweenTwoEffectsLosesAndDoublesNothing() throws InterruptedException {
        var folder = Path.of(System.getProperty("lab.folder"));
        var project = Path.of(System.getProperty("payonce.project"));
        try (var run = CrashRun.start(project, folder.resolve("crash"), 1, CrashSpreadIT::say)) {
            var outcome = run.play(1, CrashPlan.spread());

            assertThat(outcome.violations()).isEmpty();
            assertThat(outcome.missed()).as("points nobody met").isEmpty();
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
