package io.payonce.testbed.lab.check;

import static io.payonce.testbed.lab.check.Invariant.CONTRACT;
import static io.payonce.testbed.lab.check.Invariant.I15;
import static io.payonce.testbed.lab.check.Invariant.I5;

import io.payonce.testbed.lab.history.ClientCall;
import io.payonce.testbed.lab.history.ClientCall.Kind;
import io.payonce.testbed.lab.history.Tables;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** I5, I15 and the contract: what clients were told. */
final class ClientAnswers implements Rule {
    private static final Set<String> STATES_AFTER_A_CANCEL = Set.of("Canceling", "Canceled", "Completed");

    @Override
    public void check(Facts facts, Findings findings) {
        facts.client(Kind.CREATE).stream()
                .filter(call -> call.key() != null)
                .collect(Collectors.groupingBy(call -> String.valueOf(call.key())))
                .forEach((key, calls) -> oneAnswerPerKey(key, calls, findings));
        var keys = facts.history().tables().keys().stream().map(Tables.Key::key).collect(Collectors.toSet());
        for (var call : facts.history().client()) {
            if (call.isSuccess()) {
                durable(facts, call, keys, findings);
            }
            if (isOutsideTheContract(call.status())) {
                findings.add(
                        CONTRACT,
                        "%s of %s was answered %d".formatted(call.kind(), call.target(), call.status()),
                        call);
            }
        }
        facts.client(Kind.FORGED_CALLBACK).stream()
                .filter(ClientCall::isSuccess)
                .forEach(call -> findings.add(
                        Invariant.I14, "a forged callback about %s was taken".formatted(call.target()), call));
    }

    private static boolean isOutsideTheContract(int status) {
        return (status >= 300 && status < 400) || (status >= 500 && status != 503);
    }

    private static void oneAnswerPerKey(String key, List<ClientCall> calls, Findings findings) {
        var answered = calls.stream().filter(ClientCall::isSuccess).toList();
        if (answered.isEmpty()) {
            return;
        }
        var first = answered.getFirst();
        for (var call : answered) {
            if (!String.valueOf(call.request()).equals(first.request())) {
                findings.add(I5, "key %s was accepted with two bodies".formatted(key), first, call);
            } else if (call.status() != first.status() || !call.answer().equals(first.answer())) {
                findings.add(I5, "key %s was answered in two ways".formatted(key), first, call);
            }
        }
    }

    private static void durable(Facts facts, ClientCall call, Set<String> keys, Findings findings) {
        switch (call.kind()) {
            case CREATE -> created(facts, call, keys, findings);
            case READ, CHECK, CANCEL_CODE -> {
                if (facts.session(call.target()).isEmpty()) {
                    findings.add(I15, "payment %s was answered, and is not there".formatted(call.target()), call);
                }
            }
            case CANCEL -> {
                var session = facts.session(call.target());
                if (session.isEmpty()
                        || !STATES_AFTER_A_CANCEL.contains(session.get().status())) {
                    findings.add(
                            I15, "the accepted cancellation of %s is lost".formatted(call.target()), call, session);
                }
            }
            case FORGED_CALLBACK -> {}
        }
    }

    private static void created(Facts facts, ClientCall call, Set<String> keys, Findings findings) {
        var session = facts.session(call.text("id"));
        if (session.isEmpty() || !session.get().order().equals(call.target())) {
            findings.add(I15, "the accepted payment of order %s is lost".formatted(call.target()), call, session);
        } else if (call.json().path("amount").asLong(-1) != session.get().amount()
                || !call.text("currency").equals(session.get().currency())) {
            findings.add(I15, "order %s was accepted with other money".formatted(call.target()), call, session.get());
        }
        if (call.key() != null && !keys.contains(call.key())) {
            findings.add(I15, "key %s was answered and is forgotten".formatted(call.key()), call);
        }
    }
}
