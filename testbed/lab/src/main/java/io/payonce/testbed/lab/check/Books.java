package io.payonce.testbed.lab.check;

import static io.payonce.testbed.lab.check.Invariant.I12;
import static io.payonce.testbed.lab.check.Invariant.I8;
import static io.payonce.testbed.lab.check.Invariant.I9;

import io.payonce.testbed.lab.history.Broker;
import io.payonce.testbed.lab.history.Event;
import io.payonce.testbed.lab.history.Provider.Notification;
import io.payonce.testbed.lab.history.Tables.Entry;
import io.payonce.testbed.lab.history.Tables.Order;
import io.payonce.testbed.lab.history.Tables.OutboxRow;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** I8, I9 and I12: the effects of a payment, each once. */
final class Books implements Rule {
    private static final String COMPLETED = "payment.completed";

    /** A mismatch may be told again when it is another one. */
    private static final Set<String> TOLD_AS_OFTEN_AS_THEY_HAPPEN = Set.of("payment.amount_mismatch");

    @Override
    public void check(Facts facts, Findings findings) {
        var tables = facts.history().tables();
        var told = ids(facts.firsts(Broker.PAYMENT_EVENTS).stream()
                .flatMap(record -> record.event().stream())
                .filter(event -> event.type().equals(COMPLETED))
                .toList());
        var notified = facts.history().provider().notifications().stream()
                .filter(one -> one.type().equals(COMPLETED))
                .collect(Collectors.groupingBy(
                        one -> String.valueOf(one.orderId()),
                        Collectors.mapping(Notification::id, Collectors.toSet())));
        for (var order : tables.orders()) {
            receipts(facts, order, findings);
            once(order, "payment.completed events", told.getOrDefault(order.id(), Set.of()), findings);
            if (tables.outgoing() != null) {
                once(
                        order,
                        "notifications of payment.completed",
                        notified.getOrDefault(order.id(), Set.of()),
                        findings);
            }
        }
        entriesOnce(tables.entries(), findings);
        eventsOnce(tables.outbox(), findings);
        facts.history().provider().ledger().forEach(payment -> {
            if (facts.ledgerOf(payment.paymentId()).size() > 1) {
                findings.add(I12, "%s was created twice at the provider".formatted(payment.paymentId()), payment);
            }
        });
    }

    private static Map<String, Set<String>> ids(List<Event> events) {
        return events.stream()
                .collect(Collectors.groupingBy(Event::orderId, Collectors.mapping(Event::id, Collectors.toSet())));
    }

    private static void receipts(Facts facts, Order order, Findings findings) {
        var receipts = facts.entriesOf(order.id()).stream()
                .filter(entry -> entry.type().equals("PaymentReceived"))
                .toList();
        var completed = facts.sessionsOf(order.id()).stream()
                .filter(session -> session.status().equals("Completed"))
                .toList();
        if (completed.size() != (order.isPaid() ? 1 : 0)) {
            findings.add(
                    I8,
                    "order %s is %s and has %d completed sessions"
                            .formatted(order.id(), order.status(), completed.size()),
                    order,
                    completed);
        }
        if (receipts.size() != (order.isPaid() ? 1 : 0)) {
            findings.add(
                    I8,
                    "order %s is %s and has %d receipts".formatted(order.id(), order.status(), receipts.size()),
                    order,
                    receipts);
        } else if (order.isPaid() && !receipts.getFirst().equals(receiptOf(order))) {
            findings.add(I8, "the receipt of order %s is not its own".formatted(order.id()), order, receipts);
        }
    }

    private static Entry receiptOf(Order order) {
        return new Entry(
                order.id(), String.valueOf(order.activePayment()), "PaymentReceived", order.amount(), order.currency());
    }

    private static void once(Order order, String what, Set<String> ids, Findings findings) {
        if (ids.size() != (order.isPaid() ? 1 : 0)) {
            findings.add(
                    I9, "order %s is %s and has %d %s".formatted(order.id(), order.status(), ids.size(), what), ids);
        }
    }

    private static void entriesOnce(List<Entry> entries, Findings findings) {
        entries.stream()
                .collect(Collectors.groupingBy(entry -> entry.payment() + " " + entry.type()))
                .forEach((key, same) -> {
                    if (same.size() > 1) {
                        findings.add(I12, "%d entries of %s".formatted(same.size(), key), same.toArray());
                    }
                });
    }

    private static void eventsOnce(List<OutboxRow> outbox, Findings findings) {
        outbox.stream()
                .filter(row -> row.topic().equals(Broker.PAYMENT_EVENTS))
                .map(OutboxRow::event)
                .filter(event -> !TOLD_AS_OFTEN_AS_THEY_HAPPEN.contains(event.type()))
                .collect(Collectors.groupingBy(event -> event.paymentId() + " " + event.type()))
                .forEach((key, same) -> {
                    if (same.size() > 1) {
                        findings.add(I12, "%d events of %s".formatted(same.size(), key), same.toArray());
                    }
                });
    }
}
