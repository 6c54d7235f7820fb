package io.payonce.testbed.lab.report;

import io.payonce.testbed.lab.check.Invariant;
import io.payonce.testbed.lab.check.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The report as one page that needs nothing else. */
final class Page {
    private static final int WIDTH = 1_000;
    private static final int LANE = 18;
    private static final int LABEL = 150;
    private static final int BARS = 60;
    private static final int SHOWN_PER_INVARIANT_MAX = 20;
    private static final Map<String, String> COLOURS =
            Map.of("KILL", "#c0392b", "PAUSE", "#d68910", "RESTART", "#2874a6");

    private final Report report;
    private final double seconds;

    Page(Report report) {
        this.report = report;
        this.seconds =
                Math.max(1, Duration.between(report.began(), report.ended()).toMillis() / 1000.0);
    }

    String text() {
        return """
                <!doctype html><html lang="en"><meta charset="utf-8"><title>Lab, seed %1$d</title>
                <style>body{font:14px/1.4 system-ui,sans-serif;margin:2em;max-width:1100px;color:#222}
                table{border-collapse:collapse;margin:.5em 0}
                td{padding:2px 10px 2px 0;text-align:left;vertical-align:top}
                pre{white-space:pre-wrap;background:#f6f6f6;padding:.5em;font-size:12px}
                .bad{color:#c0392b}.good{color:#1e8449}
                .counts{display:flex;flex-wrap:wrap;gap:2em}</style>
                <h1 class="%2$s">%3$s</h1>
                <p>Seed %1$d, %4$d minutes, %5$d customers per second, began %6$s.
                Again: <code>./lab --minutes %4$d --seed %1$d --rate %5$d</code></p>
                <h2>Timeline</h2>
                <p>Bars: client calls in five seconds; grey answered, blue refused with 5xx, red without an answer.
                Lanes: red killed, orange paused, blue restarted, each until it was back.</p>
                %7$s
                <h2>Invariants</h2>%8$s
                <h2>Counts</h2><div class="counts">%9$s</div></html>
                """.formatted(
                        report.seed(),
                        report.violations().isEmpty() ? "good" : "bad",
                        report.violations().isEmpty()
                                ? "Everything held"
                                : report.violations().size() + " violations",
                        report.minutes(),
                        report.rate(),
                        report.began(),
                        timeline(),
                        invariants(),
                        counts());
    }

    private String timeline() {
        var members = report.suffered().stream()
                .map(Report.Suffered::member)
                .distinct()
                .sorted()
                .toList();
        var lanes = members.stream()
                .map(member -> lane(member, members.indexOf(member)))
                .collect(Collectors.joining());
        return "<svg width=\"%d\" height=\"%d\" font-size=\"11\">%s%s</svg>"
                .formatted(LABEL + WIDTH, BARS + LANE * members.size() + LANE, bars(), lanes);
    }

    private String bars() {
        var most = report.slices().stream()
                .mapToInt(slice -> slice.answered() + slice.refused() + slice.silent())
                .max()
                .orElse(1);
        return report.slices().stream().map(slice -> bar(slice, most)).collect(Collectors.joining());
    }

    private String bar(Report.Slice slice, int most) {
        var scale = BARS / (double) most;
        var answered = slice.answered() * scale;
        var refused = slice.refused() * scale;
        var silent = slice.silent() * scale;
        return rectangle(slice.second(), 4, BARS - answered, answered, "#bbb")
                + rectangle(slice.second(), 4, BARS - answered - refused, refused, "#2874a6")
                + rectangle(slice.second(), 4, BARS - answered - refused - silent, silent, "#c0392b");
    }

    private String lane(String member, int number) {
        var top = BARS + LANE * number + 4;
        var label = "<text x=\"0\" y=\"%d\">%s</text>".formatted(top + 11, escaped(member));
        return label
                + report.suffered().stream()
                        .filter(one ->
                                one.member().equals(member) && !one.outcome().equals("spared"))
                        .map(one -> rectangle(
                                second(one.from()),
                                second(one.to()) - second(one.from()),
                                top,
                                LANE - 6,
                                COLOURS.getOrDefault(one.kind(), "#555")))
                        .collect(Collectors.joining());
    }

    private double second(Instant time) {
        return Duration.between(report.began(), time).toMillis() / 1000.0;
    }

    private String rectangle(double second, double lasts, double top, double height, String colour) {
        return String.format(
                java.util.Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                LABEL + second / seconds * WIDTH,
                top,
                Math.max(1, lasts / seconds * WIDTH),
                height,
                colour);
    }

    private String invariants() {
        var broken = report.violations().stream().collect(Collectors.groupingBy(Violation::invariant));
        return "<table>%s</table>"
                .formatted(Arrays.stream(Invariant.values())
                        .map(invariant -> invariant(invariant, broken.getOrDefault(invariant, List.of())))
                        .collect(Collectors.joining()));
    }

    private static String invariant(Invariant invariant, List<Violation> violations) {
        var details = violations.stream()
                .limit(SHOWN_PER_INVARIANT_MAX)
                .map(violation -> "<pre>%s\n%s</pre>"
                        .formatted(escaped(violation.what()), escaped(String.join("\n", violation.evidence()))))
                .collect(Collectors.joining());
        return "<tr><td>%s<td class=\"%s\">%s<td>%s%s"
                .formatted(
                        invariant,
                        violations.isEmpty() ? "good" : "bad",
                        violations.isEmpty() ? "held" : violations.size() + "×",
                        escaped(invariant.text()),
                        details);
    }

    private String counts() {
        return report.counts().entrySet().stream()
                .map(kind -> "<div><h3>%s</h3><table>%s</table></div>"
                        .formatted(escaped(kind.getKey()), rows(kind.getValue())))
                .collect(Collectors.joining());
    }

    private static String rows(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(count -> "<tr><td>%s<td>%d".formatted(escaped(count.getKey()), count.getValue()))
                .collect(Collectors.joining());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
