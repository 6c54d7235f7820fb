package io.payonce.testbed.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.point.Point;
import io.payonce.testbed.lab.crash.CrashCase.Crash;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing is left out of the matrix, and no process is asked to suffer at two places at once. */
class CrashPlanTest {
    @Test
    void everyPointOfTheServicesIsKnown() {
        assertThat(names(CrashPoint.values())).isEqualTo(names(Point.values()));
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }

    @Test
    void everyPointIsPlayedOnce() {
        assertThat(CrashPlan.all(Crash.PAUSE, 2).stream().flatMap(List::stream).map(CrashCase::point))
                .containsExactlyInAnyOrder(CrashPoint.values());
    }

    @Test
    void roundHasOneCaseOfEachService() {
        assertThat(CrashPlan.all(Crash.HALT, 1))
                .allSatisfy(round ->
                        assertThat(round).extracting(one -> one.point().part()).doesNotHaveDuplicates());
    }

    @Test
    void tableHasALinePerPoint() {
        var table = new ReachTable();
        table.add(java.util.Map.of(new CrashCase(CrashPoint.X3_UPDATED, Crash.KILL, 2), 2));

        assertThat(table.text().lines())
                .hasSize(2 + CrashPoint.values().length)
                .contains("| X3_UPDATED | – | – | – | 2 | – | – |");
    }
}
