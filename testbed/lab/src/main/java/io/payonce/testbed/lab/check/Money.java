package io.payonce.testbed.lab.check;

import static io.payonce.testbed.lab.check.Invariant.I16;
import static io.payonce.testbed.lab.check.Invariant.I18;
import static io.payonce.testbed.lab.check.Invariant.I2;
import static io.payonce.testbed.lab.check.Invariant.I6;
import static io.payonce.testbed.lab.check.Invariant.I7;

import io.payonce.testbed.lab.history.Provider.Payment;
import io.payonce.testbed.lab.history.Tables.Entry;
import io.payonce.testbed.lab.history.Tables.Order;
import io.payonce.testbed.lab.history.Tables.Session;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** I2, I6, I7, I16 and I18: our books against the provider's. */
final class Money implements Rule {
    @Override
    public void check(Facts facts, Findings findings) {
        facts.sessionsOfOrders().forEach((order, sessions) -> onePayment(facts, order, sessions, findings));
        facts.history().tables().orders().stream()
                .filter(Order::isPaid)
                .forEach(order -> paidOrderHasItsMoney(facts, order, findings));
        facts.history().provider().ledger().stream()
                .filter(Payment::isPaid)
                .forEach(payment -> moneyIsAccountedFor(facts, payment, findings));
        facts.history().tables().sessions().stream()
                .filter(session -> session.status().equals("Canceled"))
                .forEach(session -> canceledHoldsNothing(facts, session, findings));
        balance(facts, findings);
    }

    private static void onePayment(Facts facts, String order, List<Session> sessions, Findings findings) {
        var payments = sessions.stream()
                .flatMap(session -> facts.ledgerOf(session.id()).stream())
                .sorted(Comparator.comparing(Payment::createdAt))
                .toList();
        var kept = payments.stream()
                .filter(Payment::isPaid)
                .filter(payment -> !facts.isBeforeAPerson(payment.paymentId()))
                .toList();
        if (kept.size() > 1) {
            findings.add(I2, "order %s was paid %d times".formatted(order, kept.size()), kept.toArray());
        }
        for (var i = 1; i < payments.size(); i++) {
            var first = payments.get(i - 1);
            var second = payments.get(i);
            if (first.closedAt().map(at -> at.isAfter(second.createdAt())).orElse(true)) {
                findings.add(I2, "order %s had two payable payments at once".formatted(order), first, second);
            }
        }
    }

    private static void paidOrderHasItsMoney(Facts facts, Order order, Findings findings) {
        var paid = facts.sessionsOf(order.id()).stream()
                .filter(session -> session.status().equals("Completed"))
                .flatMap(session -> facts.ledgerOf(session.id()).stream())
                .filter(Payment::isPaid)
                .filter(payment -> payment.minorUnits() == order.amount()
                        && payment.currency().equals(order.currency()))
                .toList();
        if (paid.size() != 1) {
            findings.add(
                    I6,
                    "order %s is paid, and the provider has %d payments that say so".formatted(order.id(), paid.size()),
                    order,
                    facts.sessionsOf(order.id()),
                    facts.sessionsOf(order.id()).stream()
                            .flatMap(session -> facts.ledgerOf(session.id()).stream())
                            .toList());
        }
    }

    private static void moneyIsAccountedFor(Facts facts, Payment payment, Findings findings) {
        var session = facts.session(payment.paymentId());
        if (session.isEmpty()) {
            findings.add(I7, "%s was paid for a payment that is not ours".formatted(payment.paymentId()), payment);
        } else if (!session.get().status().equals("Completed") && !facts.isBeforeAPerson(payment.paymentId())) {
            findings.add(
                    I7,
                    "the money of %s pays nothing, did not go back, and nobody was told".formatted(payment.paymentId()),
                    session.get(),
                    payment);
        }
    }

    private static void canceledHoldsNothing(Facts facts, Session session, Findings findings) {
        for (var payment : facts.ledgerOf(session.id())) {
            var reviewed = payment.isPaid() && facts.isBeforeAPerson(session.id());
            if (payment.isPayable() || (payment.isPaid() && !reviewed)) {
                findings.add(
                        I18,
                        "%s is canceled, and its provider payment is %s".formatted(session.id(), payment.status()),
                        session,
                        payment);
            }
        }
    }

    /** While late money has no entries of its own, what lies before a person is left out on the provider's side. */
    private static void balance(Facts facts, Findings findings) {
        var booked = facts.history().tables().lateMoney() != null;
        var ours = new HashMap<String, Long>();
        var theirs = new HashMap<String, Long>();
        for (var entry : facts.history().tables().entries()) {
            ours.merge(entry.currency(), signed(entry), Long::sum);
        }
        facts.history().provider().ledger().stream()
                .filter(Payment::isPaid)
                .filter(payment -> booked || !facts.isBeforeAPerson(payment.paymentId()))
                .forEach(payment -> theirs.merge(payment.currency(), payment.minorUnits(), Long::sum));
        var currencies = new ArrayList<>(ours.keySet());
        theirs.keySet().stream().filter(currency -> !ours.containsKey(currency)).forEach(currencies::add);
        for (var currency : currencies) {
            compare(currency, ours, theirs, findings);
        }
    }

    private static void compare(String currency, Map<String, Long> ours, Map<String, Long> theirs, Findings findings) {
        var booked = ours.getOrDefault(currency, 0L);
        var held = theirs.getOrDefault(currency, 0L);
        if (!booked.equals(held)) {
            findings.add(I16, "%s: %d in our books, %d in the provider's ledger".formatted(currency, booked, held));
        }
    }

    private static long signed(Entry entry) {
        return entry.type().equals("LatePaymentReversed") ? -entry.amount() : entry.amount();
    }
}
