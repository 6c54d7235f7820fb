package io.payonce.testbed.lab.check;

import io.payonce.testbed.lab.history.Broker;
import io.payonce.testbed.lab.history.ClientCall;
import io.payonce.testbed.lab.history.Event;
import io.payonce.testbed.lab.history.History;
import io.payonce.testbed.lab.history.Provider;
import io.payonce.testbed.lab.history.Tables.Entry;
import io.payonce.testbed.lab.history.Tables.Incident;
import io.payonce.testbed.lab.history.Tables.Late;
import io.payonce.testbed.lab.history.Tables.OutboxRow;
import io.payonce.testbed.lab.history.Tables.Processed;
import io.payonce.testbed.lab.history.Tables.Session;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A history, sorted for looking things up. */
final class Facts {
    private final History history;
    private final Map<String, Session> sessions;
    private final Map<String, List<Session>> sessionsOfOrders;
    private final Map<String, List<Provider.Payment>> ledger;
    private final Map<String, List<Processed>> processed;
    private final Map<String, List<Event>> events;
    private final Map<String, List<Entry>> entries;
    private final Map<String, Broker.Message> firsts = new LinkedHashMap<>();

    Facts(History history) {
        this.history = history;
        var tables = history.tables();
        var oldestFirst = Comparator.comparing(Session::createdAt).thenComparing(Session::id);
        sessions = tables.sessions().stream().collect(Collectors.toMap(Session::id, Function.identity(), (a, b) -> a));
        sessionsOfOrders =
                grouped(tables.sessions().stream().sorted(oldestFirst).toList(), Session::order);
        ledger = grouped(history.provider().ledger(), Provider.Payment::paymentId);
        processed = grouped(tables.processed(), Processed::payment);
        events = grouped(tables.outbox().stream().map(OutboxRow::event).toList(), Event::paymentId);
        entries = grouped(tables.entries(), Entry::order);
        for (var record : history.broker().records()) {
            record.event().ifPresent(event -> firsts.putIfAbsent(record.topic() + event.id(), record));
        }
    }

    private static <T> Map<String, List<T>> grouped(Collection<T> all, Function<T, String> by) {
        return all.stream().collect(Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toList()));
    }

    History history() {
        return history;
    }

    Optional<Session> session(String payment) {
        return Optional.ofNullable(sessions.get(payment));
    }

    /** The sessions of each order, oldest first. */
    Map<String, List<Session>> sessionsOfOrders() {
        return sessionsOfOrders;
    }

    List<Session> sessionsOf(String order) {
        return sessionsOfOrders.getOrDefault(order, List.of());
    }

    /** The provider's payments for one of ours; more than one is a violation by itself. */
    List<Provider.Payment> ledgerOf(String payment) {
        return ledger.getOrDefault(payment, List.of());
    }

    List<Processed> processedOf(String payment) {
        return processed.getOrDefault(payment, List.of());
    }

    /** The outbox rows of a payment, in no certain order. */
    List<Event> eventsOf(String payment) {
        return events.getOrDefault(payment, List.of());
    }

    List<Entry> entriesOf(String order) {
        return entries.getOrDefault(order, List.of());
    }

    /** The first delivery of each event in its topic, in the order in which they were read. */
    Collection<Broker.Message> firsts() {
        return firsts.values();
    }

    List<Broker.Message> firsts(String topic) {
        return firsts.values().stream()
                .filter(record -> record.topic().equals(topic))
                .toList();
    }

    List<ClientCall> client(ClientCall.Kind kind) {
        return history.client().stream().filter(call -> call.kind() == kind).toList();
    }

    /**
     * When the session ended, or a little before: database times are those of the begin of a transaction. Empty for one
     * that has not ended.
     */
    Optional<Instant> ended(Session session) {
        if (!State.of(session.status()).isFinal()) {
            return Optional.empty();
        }
        return Optional.of(processedOf(session.id()).stream()
                .filter(done -> done.status().equals(session.status()))
                .map(Processed::at)
                .findFirst()
                .orElse(session.updatedAt()));
    }

    /** Somebody is told that money lies here: by a row for review or, where there is no such table, an incident. */
    boolean isBeforeAPerson(String payment) {
        var late = history.tables().lateMoney();
        return late == null
                ? history.tables().incidents().stream()
                        .filter(Incident::open)
                        .anyMatch(incident -> payment.equals(incident.payment()))
                : late.stream().filter(row -> row.payment().equals(payment)).anyMatch(Facts::isForReview);
    }

    private static boolean isForReview(Late row) {
        return row.state().equals("Review");
    }

    static <T> List<T> sorted(Collection<T> all, Comparator<T> order) {
        var list = new ArrayList<>(all);
        list.sort(order);
        return list;
    }
}
