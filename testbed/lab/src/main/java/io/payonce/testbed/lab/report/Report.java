package io.payonce.testbed.lab.report;

import io.payonce.testbed.lab.check.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * All that is told of a run.
 *
 * @param counts by kind: what was done, what was hit, what was covered
 */
public record Report(
        long seed,
        int minutes,
        int rate,
        Instant began,
        Instant ended,
        Map<String, Map<String, Long>> counts,
        List<Suffered> suffered,
        List<Slice> slices,
        List<Violation> violations) {

    /** A member in trouble. */
    public record Suffered(String member, String kind, Instant from, Instant to, String outcome) {}

    /**
     * Answers within a few seconds.
     *
     * @param second since the begin
     */
    public record Slice(int second, int answered, int refused, int silent) {}

    /**
     * Writes {@code report.json} and {@code report.html}.
     *
     * @return the page
     */
    public Path write(Path folder) {
        var json = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build();
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("report.json"), json.writeValueAsString(this));
            return Files.writeString(folder.resolve("report.html"), new Page(this).text());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the report to " + folder, e);
        }
    }
}
