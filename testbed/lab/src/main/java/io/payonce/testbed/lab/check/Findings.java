package io.payonce.testbed.lab.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects violations while the rules look. */
final class Findings {
    /** Longer evidence is cut: it is to be read by people. */
    private static final int EVIDENCE_LENGTH_MAX = 600;

    private final List<Violation> violations = new ArrayList<>();

    void add(Invariant invariant, String what, Object... evidence) {
        violations.add(new Violation(
                invariant,
                what,
                Arrays.stream(evidence)
                        .map(String::valueOf)
                        .map(text -> text.length() <= EVIDENCE_LENGTH_MAX
                                ? text
                                : text.substring(0, EVIDENCE_LENGTH_MAX) + " …")
                        .toList()));
    }

    List<Violation> all() {
        return List.copyOf(violations);
    }
}
