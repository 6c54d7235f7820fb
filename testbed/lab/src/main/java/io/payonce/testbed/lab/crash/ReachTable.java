package io.payonce.testbed.lab.crash;

import io.payonce.testbed.lab.crash.CrashCase.Crash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How many processes suffered at each point, for the documentation. */
final class ReachTable {
    private final Map<CrashCase, Integer> met = new HashMap<>();

    void add(Map<CrashCase, Integer> more) {
        met.putAll(more);
    }

    /** One line per point; a dash is a case that was not played. */
    String text() {
        var lines = Arrays.stream(CrashPoint.values()).map(point -> "| %s | %s |".formatted(point, counts(point)));
        return Stream.concat(
                        Stream.of(
                                "| point | halt | halt, twice | kill -9 | kill -9, twice | pause | pause, twice |",
                                "|---|---|---|---|---|---|---|"),
                        lines)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private String counts(CrashPoint point) {
        return Arrays.stream(Crash.values())
                .flatMap(crash -> IntStream.of(1, 2).mapToObj(times -> new CrashCase(point, crash, times)))
                .map(one -> met.containsKey(one) ? met.get(one).toString() : "–")
                .collect(Collectors.joining(" | "));
    }

    void write(Path file) {
        try {
            Files.writeString(file, text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
