package io.payonce.testbed.lab.history;

import java.util.List;

/**
 * What could have leaked, and where.
 *
 * @param keys secrets that must appear nowhere
 * @param codes one-time codes the clients got; six digits, so they count only next to the word code
 * @param suspects log lines that hold a secret, or a one-time code beside its name
 */
public record Traces(List<String> keys, List<String> codes, List<Line> suspects) {
    public static final Traces NONE = new Traces(List.of(), List.of(), List.of());

    public record Line(String file, int number, String text) {}
}
