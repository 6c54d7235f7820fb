package io.payonce.testbed.lab.check;

import static io.payonce.testbed.lab.check.Invariant.I23;

import io.payonce.testbed.lab.history.ClientCall.Kind;
import io.payonce.testbed.lab.history.Secrets;

/** I23: what must be found nowhere. Log files were searched while they were read, with the same eyes. */
final class Leaks implements Rule {
    @Override
    public void check(Facts facts, Findings findings) {
        var traces = facts.history().traces();
        var secrets = new Secrets(traces.keys(), traces.codes());
        traces.suspects().forEach(line -> findings.add(I23, "a log line gives a secret away", line));
        facts.history().broker().records().stream()
                .filter(record -> secrets.areIn(record.value()))
                .forEach(record -> findings.add(I23, "%s gives a secret away".formatted(record.place()), record));
        facts.history().client().stream()
                .filter(call -> call.kind() != Kind.CANCEL_CODE && secrets.areIn(call.answer()))
                .forEach(call -> findings.add(I23, "an answer to %s gives a secret away".formatted(call.kind()), call));
    }
}
