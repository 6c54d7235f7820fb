package io.payonce.testbed.lab.check;

import static io.payonce.testbed.lab.check.Invariant.I14;
import static io.payonce.testbed.lab.check.Invariant.I17;
import static io.payonce.testbed.lab.check.Invariant.I20;

import io.payonce.testbed.lab.history.Broker;
import io.payonce.testbed.lab.history.Event;
import io.payonce.testbed.lab.history.Tables.OutboxRow;
import io.payonce.testbed.lab.history.Tables.Session;
import java.util.Set;
import java.util.stream.Collectors;

/** I14, I17 and I20: where everything ends. */
final class Ends implements Rule {
    private static final Set<String> RESULTS_AS_OFTEN_AS_THEY_ARE_SEEN = Set.of("unknown");

    @Override
    public void check(Facts facts, Findings findings) {
        for (var session : facts.history().tables().sessions()) {
            if (State.of(session.status()).isFinal()) {
                agreesWithProvider(facts, session, findings);
            } else {
                findings.add(I20, "%s is still %s".formatted(session.id(), session.status()), session);
            }
        }
        facts.history()
                .rest()
                .pending()
                .forEach(what -> findings.add(
                        I20,
                        "not at rest after %s: %s"
                                .formatted(facts.history().rest().took(), what)));
        facts.history().broker().lags().forEach(lag -> findings.add(I20, "%s lags behind".formatted(lag.group()), lag));
        resultsOnce(facts, findings);
    }

    private static void agreesWithProvider(Facts facts, Session session, Findings findings) {
        var payments = facts.ledgerOf(session.id());
        if (payments.isEmpty() && session.status().equals("Completed")) {
            findings.add(I14, "%s is completed, and the provider does not know it".formatted(session.id()), session);
        }
        for (var payment : payments) {
            var agreed = switch (session.status()) {
                case "Completed" -> payment.isPaid();
                case "Failed" -> !payment.isPayable();
                default -> true;
            };
            if (!agreed) {
                findings.add(
                        I14,
                        "%s ended as %s, and its provider payment is %s"
                                .formatted(session.id(), session.status(), payment.status()),
                        session,
                        payment);
            }
        }
    }

    /** An operation's end is written with its report; a second one was written by somebody who had lost the lease. */
    private static void resultsOnce(Facts facts, Findings findings) {
        facts.history().tables().outbox().stream()
                .filter(row -> row.topic().equals(Broker.REPORTS))
                .map(OutboxRow::event)
                .filter(event -> event.data().has("operation"))
                .filter(event -> !RESULTS_AS_OFTEN_AS_THEY_ARE_SEEN.contains(event.state()))
                .collect(Collectors.groupingBy(Ends::operation))
                .forEach((operation, results) -> {
                    if (results.size() > 1) {
                        findings.add(I17, "operation %s ended twice".formatted(operation), results.toArray());
                    }
                });
        facts.history().tables().operations().stream()
                .filter(operation -> operation.attempt() > operation.epoch())
                .forEach(operation -> findings.add(
                        I17, "operation %s was worked on without a lease".formatted(operation.id()), operation));
    }

    private static String operation(Event event) {
        return event.source() + " " + event.data().path("operation").asString("");
    }
}
