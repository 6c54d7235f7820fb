package io.payonce.testbed.lab.check;

import static io.payonce.testbed.lab.check.Invariant.I3;

import io.payonce.testbed.lab.history.Provider.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** I3: what makes a repeated call the same call, and a fresh one fresh. */
final class ProviderKeys implements Rule {
    @Override
    public void check(Facts facts, Findings findings) {
        var calls = facts.history().provider().calls();
        nonces(calls, findings);
        for (var operation : List.of("register", "reverse")) {
            var ofOperation = calls.stream()
                    .filter(call -> call.operation().equals(operation))
                    .filter(call -> call.paymentId() != null && call.idempotencyKey() != null)
                    .toList();
            oneKeyPerPayment(operation, ofOperation, findings);
            oneCallerPerKey(operation, ofOperation, findings);
        }
        calls.stream()
                .filter(call -> call.operation().equals("register") && call.status() == 409)
                .forEach(call -> findings.add(I3, "%s was registered with another body".formatted(call), call));
    }

    private static void nonces(List<Call> calls, Findings findings) {
        var known = new HashMap<String, Call>();
        for (var call : calls) {
            var earlier = call.nonce() == null ? null : known.putIfAbsent(call.nonce(), call);
            if (earlier != null) {
                findings.add(I3, "nonce %s was used twice".formatted(call.nonce()), earlier, call);
            }
        }
    }

    private static void oneKeyPerPayment(String operation, List<Call> calls, Findings findings) {
        keys(calls, Call::paymentId, Call::idempotencyKey).forEach((payment, keys) -> {
            if (keys.size() > 1) {
                findings.add(I3, "%s calls of %s carry several keys".formatted(operation, payment), keys);
            }
        });
    }

    private static void oneCallerPerKey(String operation, List<Call> calls, Findings findings) {
        keys(calls, Call::idempotencyKey, Call::paymentId).forEach((key, payments) -> {
            if (payments.size() > 1) {
                findings.add(I3, "%s calls of several payments carry the key %s".formatted(operation, key), payments);
            }
        });
    }

    private static Map<String, java.util.Set<String>> keys(
            List<Call> calls,
            java.util.function.Function<Call, @org.jspecify.annotations.Nullable String> by,
            java.util.function.Function<Call, @org.jspecify.annotations.Nullable String> of) {
        return calls.stream()
                .collect(Collectors.groupingBy(
                        call -> Objects.requireNonNull(by.apply(call)),
                        Collectors.mapping(call -> Objects.requireNonNull(of.apply(call)), Collectors.toSet())));
    }
}
