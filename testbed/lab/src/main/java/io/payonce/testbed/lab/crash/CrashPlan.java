package io.payonce.testbed.lab.crash;

import io.payonce.testbed.lab.crash.CrashCase.Crash;
import io.payonce.testbed.local.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Which cases are played, and which at once: one of each service, for their points lie in different processes. */
final class CrashPlan {
    private static final List<Part> PARTS =
            List.of(Part.PAYMENT_COMMAND, Part.PAYMENT_WORKER, Part.API_GATEWAY, Part.RECONCILER);

    private CrashPlan() {}

    /** Every point under one kind of crash. */
    static List<List<CrashCase>> all(Crash crash, int times) {
        var points = PARTS.stream().map(CrashPlan::of).toList();
        var rounds = new ArrayList<List<CrashCase>>();
        var most = points.stream().mapToInt(List::size).max().orElseThrow();
        for (var round = 0; round < most; round++) {
            var number = round;
            rounds.add(points.stream()
                    .filter(part -> number < part.size())
                    .map(part -> new CrashCase(part.get(number), crash, times))
                    .toList());
        }
        return rounds;
    }

    private static List<CrashPoint> of(Part part) {
        return Arrays.stream(CrashPoint.values())
                .filter(point -> point.part() == part)
                .toList();
    }

    /** What every build plays: between two effects that must both happen, in each service. */
    static List<List<CrashCase>> spread() {
        return List.of(
                round(Crash.HALT, CrashPoint.C3_COMMITTED, CrashPoint.W6_ANSWER_READ, CrashPoint.B2_PUBLISHED),
                round(Crash.KILL, CrashPoint.R3_ACKED, CrashPoint.X4_COMMITTED));
    }

    private static List<CrashCase> round(Crash crash, CrashPoint... points) {
        return Stream.of(points).map(point -> new CrashCase(point, crash, 1)).toList();
    }
}
