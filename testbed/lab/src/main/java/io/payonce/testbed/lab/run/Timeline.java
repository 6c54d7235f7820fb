package io.payonce.testbed.lab.run;

import io.payonce.testbed.lab.history.ClientCall;
import io.payonce.testbed.lab.report.Report.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What clients were answered, in slices of a few seconds. */
final class Timeline {
    private static final int SLICE_SECONDS = 5;

    private Timeline() {}

    static List<Slice> of(List<ClientCall> calls, Instant began) {
        var slices = new TreeMap<Long, int[]>();
        for (var call : calls) {
            var slice = Duration.between(began, call.began()).toSeconds() / SLICE_SECONDS;
            var counts = slices.computeIfAbsent(slice, number -> new int[3]);
            counts[call.status() == 0 ? 2 : call.status() >= 500 ? 1 : 0]++;
        }
        var all = new ArrayList<Slice>();
        slices.forEach(
                (slice, counts) -> all.add(new Slice((int) (slice * SLICE_SECONDS), counts[0], counts[1], counts[2])));
        return all;
    }
}
