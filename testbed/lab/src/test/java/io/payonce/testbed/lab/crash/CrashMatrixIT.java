package io.payonce.testbed.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.lab.crash.CrashCase.Crash;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every point under every kind of crash; the reach table is written beside the stack's data. */
class CrashMatrixIT {
    private static final Path FOLDER = Path.of(System.getProperty("lab.folder"));
    private static final ReachTable TABLE = new ReachTable();
    private static CrashRun run;

    @BeforeAll
    static void start() {
        run = CrashRun.start(
                Path.of(System.getProperty("payonce.project")), FOLDER.resolve("crash"), 2, System.out::println);
    }

    @AfterAll
    static void stop() {
        TABLE.write(FOLDER.resolve("crash-matrix.md"));
        run.close();
    }

    @ParameterizedTest(name = "{0}, victims one after the other: {1}, seed {2}")
    @CsvSource({"HALT, 1, 1", "HALT, 2, 2", "KILL, 1, 3", "KILL, 2, 4", "PAUSE, 1, 5", "PAUSE, 2, 6"})
    void everyPoint(Crash crash, int times, long seed) throws InterruptedException {
        var outcome = run.play(seed, CrashPlan.all(crash, times));

        TABLE.add(outcome.met());
        assertThat(outcome.violations()).isEmpty();
        assertThat(outcome.missed()).as("points nobody met").isEmpty();
    }
}
