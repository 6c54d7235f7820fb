package io.payonce.testbed.lab.check;

import static io.payonce.testbed.lab.check.Invariant.I10;
import static io.payonce.testbed.lab.check.Invariant.I11;

import io.payonce.testbed.lab.history.Broker;
import io.payonce.testbed.lab.history.Event;
import io.payonce.testbed.lab.history.Tables.OutboxRow;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** I10 and I11: the way from the outbox to the topics. */
final class Events implements Rule {
    @Override
    public void check(Facts facts, Findings findings) {
        for (var topic : List.of(Broker.COMMANDS, Broker.REPORTS, Broker.PAYMENT_EVENTS)) {
            committedIsPublished(facts, topic, findings);
        }
        for (var record : facts.history().broker().records()) {
            if (record.event().isEmpty()) {
                findings.add(I10, "%s holds no event".formatted(record.place()), record.value());
            }
        }
        for (var letter : facts.history().broker().deadLetters()) {
            findings.add(I10, "a record was set aside: %s".formatted(letter.place()), letter.value());
        }
        sequences(facts, Broker.COMMANDS, findings);
        sequences(facts, Broker.PAYMENT_EVENTS, findings);
    }

    private static void committedIsPublished(Facts facts, String topic, Findings findings) {
        var committed = facts.history().tables().outbox().stream()
                .filter(row -> row.topic().equals(topic))
                .map(OutboxRow::event)
                .collect(Collectors.toMap(Event::id, Function.identity(), (a, b) -> a));
        for (var record : facts.firsts(topic)) {
            var event = record.event().orElseThrow();
            var known = committed.remove(event.id());
            // Callbacks are published by the gateway itself, which has no database.
            if (known == null
                    && !(topic.equals(Broker.REPORTS) && event.source().equals("callback"))) {
                findings.add(I10, "%s carries an event that was never committed".formatted(record.place()), event);
            } else if (known != null && !known.equals(event)) {
                findings.add(I10, "%s differs from its outbox row".formatted(record.place()), event, known);
            }
        }
        committed.values().forEach(event -> findings.add(I10, "an event never reached %s".formatted(topic), event));
    }

    private static void sequences(Facts facts, String topic, Findings findings) {
        var highest = new HashMap<String, Event>();
        for (var record : facts.firsts(topic)) {
            var event = record.event().orElseThrow();
            var before = highest.get(event.paymentId());
            if (before != null && before.sequence() > event.sequence()) {
                findings.add(
                        I11,
                        "%s falls from %d to %d in %s"
                                .formatted(event.paymentId(), before.sequence(), event.sequence(), topic),
                        record.place(),
                        before,
                        event);
            } else {
                highest.put(event.paymentId(), event);
            }
        }
    }
}
