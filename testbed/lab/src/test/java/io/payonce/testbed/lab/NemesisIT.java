package io.payonce.testbed.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Under load and trouble every invariant holds. Runs with {@code -Pnemesis} only; the seed is printed. */
class NemesisIT {
    @Test
    void everythingHoldsUnderTrouble() throws InterruptedException {
        var folder = Path.of(System.getProperty("lab.folder"));
        var seed = System.getProperty("lab.seed", "");
        var options = new Options(
                Integer.getInteger("lab.minutes"),
                seed.isEmpty() ? new SplittableRandom().nextInt(1, 1_000_000) : Long.parseLong(seed),
                Integer.getInteger("lab.rate"),
                folder.resolve("report"));

        var held = Lab.run(options, Path.of(System.getProperty("payonce.project")), folder.resolve("stack"));

        assertThat(held).as("the report is in %s", options.report()).isTrue();
    }
}
