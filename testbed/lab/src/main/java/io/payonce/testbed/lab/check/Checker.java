package io.payonce.testbed.lab.check;

import io.payonce.testbed.lab.history.History;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Judges a history. A violation is a fact about the history, never a guess: what cannot be decided is let pass. */
public final class Checker {
    private static final List<Rule> RULES = List.of(
            new OneActiveSession(),
            new ProviderKeys(),
            new Money(),
            new ClientAnswers(),
            new Books(),
            new Events(),
            new Transitions(),
            new Ends(),
            new Leaks());

    private Checker() {}

    /** Everything that does not hold, invariant by invariant. */
    public static List<Violation> check(History history) {
        var facts = new Facts(history);
        var findings = new Findings();
        RULES.forEach(rule -> rule.check(facts, findings));
        return findings.all().stream()
                .sorted(Comparator.comparing(Violation::invariant))
                .toList();
    }

    /** How often each transition was taken: what the run can claim to have covered. */
    public static Map<String, Long> transitions(History history) {
        return Transitions.taken(new Facts(history));
    }
}
