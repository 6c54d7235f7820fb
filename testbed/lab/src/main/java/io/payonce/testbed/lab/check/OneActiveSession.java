package io.payonce.testbed.lab.check;

import static io.payonce.testbed.lab.check.Invariant.I1;
import static io.payonce.testbed.lab.check.Invariant.I4;

import io.payonce.testbed.lab.history.Broker;
import io.payonce.testbed.lab.history.Tables.Session;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** I1 and I4: sessions of one order follow one another, and the next begins only when the last can take no money. */
final class OneActiveSession implements Rule {
    private static final Set<String> TOLD_AFTER_THE_END =
            Set.of("payment.late_received", "payment.late_reversed", "payment.amount_mismatch");
    private static final Set<String> PROOFS_WITHOUT_A_PAYMENT =
            Set.of("provider_rejected", "payment_absent", "payment_expired");

    @Override
    public void check(Facts facts, Findings findings) {
        facts.sessionsOfOrders().values().forEach(sessions -> {
            for (var i = 1; i < sessions.size(); i++) {
                succession(facts, sessions.get(i - 1), sessions.get(i), findings);
            }
        });
        facts.history().tables().sessions().stream()
                .filter(session -> session.status().equals("Failed"))
                .forEach(session -> failedIsProven(facts, session, findings));
        published(facts, findings);
    }

    private static void succession(Facts facts, Session first, Session second, Findings findings) {
        var ended = facts.ended(first);
        // Sessions are stamped in milliseconds, under the order's lock.
        if (ended.isEmpty() || ended.get().truncatedTo(ChronoUnit.MILLIS).isAfter(second.createdAt())) {
            findings.add(I1, "order %s had two active sessions".formatted(first.order()), first, second, ended);
        }
        for (var payment : facts.ledgerOf(first.id())) {
            if (!payment.wasDeadBy(second.createdAt().plusMillis(1))) {
                findings.add(
                        I4,
                        "order %s got a second session while the provider could still take money for the first"
                                .formatted(first.order()),
                        first,
                        second,
                        payment);
            }
        }
    }

    /** A payment that the provider holds must have ended there first; one that it does not hold needs a reason. */
    private static void failedIsProven(Facts facts, Session session, Findings findings) {
        var payments = facts.ledgerOf(session.id());
        var ended = facts.ended(session).orElseThrow();
        var proven = payments.isEmpty()
                ? PROOFS_WITHOUT_A_PAYMENT.contains(String.valueOf(session.failureCode()))
                : payments.stream().allMatch(payment -> payment.wasDeadBy(ended));
        if (!proven) {
            findings.add(I4, "%s failed without a proof".formatted(session.id()), session, ended, payments);
        }
    }

    /** The topic tells the order of the commits: after a session's successor was heard of, the session is silent. */
    private static void published(Facts facts, Findings findings) {
        var latest = new HashMap<String, String>();
        var gone = new HashMap<String, Set<String>>();
        for (var record : facts.firsts(Broker.PAYMENT_EVENTS)) {
            var event = record.event().orElseThrow();
            if (TOLD_AFTER_THE_END.contains(event.type())) {
                continue;
            }
            var before = latest.put(event.orderId(), event.paymentId());
            var past = gone.computeIfAbsent(event.orderId(), order -> new HashSet<>());
            if (before != null && !before.equals(event.paymentId())) {
                past.add(before);
            }
            if (past.contains(event.paymentId())) {
                findings.add(
                        I1,
                        "order %s: %s of %s was told after its successor"
                                .formatted(event.orderId(), event.type(), event.paymentId()),
                        record.place(),
                        List.copyOf(past));
            }
        }
    }
}
