package io.payonce.testbed.lab.check;

import static io.payonce.testbed.lab.check.Invariant.I13;

import io.payonce.testbed.lab.history.ClientCall;
import io.payonce.testbed.lab.history.Event;
import io.payonce.testbed.lab.history.Tables.Processed;
import io.payonce.testbed.lab.history.Tables.Session;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * I13: the way of each session, put together from its events, which carry the version they made, from its row, and from
 * what clients read. {@code Unknown} has no event; the one version that is missing is its, if it took effect.
 */
final class Transitions implements Rule {
    private static final Set<String> EVENTS_OF_STATES = Set.of(
            "payment.registered", "payment.authorized", "payment.completed", "payment.failed", "payment.canceled");

    @Override
    public void check(Facts facts, Findings findings) {
        var reads = facts.history().client().stream()
                .filter(ClientCall::isSuccess)
                .filter(call -> call.json().has("version"))
                .collect(Collectors.groupingBy(call -> call.text("id")));
        for (var session : facts.history().tables().sessions()) {
            var way = way(facts, session, findings);
            follow(session, way, findings);
            var seen = reads.getOrDefault(session.id(), List.of());
            seen.forEach(read -> agrees(session, way, read, findings));
            neverBack(session, seen, findings);
        }
        facts.history().tables().processed().stream()
                .collect(Collectors.groupingBy(done -> done.payment() + " " + done.status()))
                .values()
                .stream()
                .filter(same -> same.size() > 1)
                .forEach(same -> findings.add(I13, "a state was entered twice: " + same.getFirst(), same.toArray()));
    }

    /** The state of each version, as far as it is known. */
    private static SortedMap<Integer, State> way(Facts facts, Session session, Findings findings) {
        var way = new TreeMap<Integer, State>();
        way.put(1, State.REGISTERING);
        for (var event : facts.eventsOf(session.id())) {
            state(event).ifPresent(state -> enter(session, way, (int) event.sequence(), state, findings));
        }
        enter(session, way, session.version(), State.of(session.status()), findings);
        var unknown = facts.processedOf(session.id()).stream()
                .map(Processed::status)
                .anyMatch(status -> status.equals("Unknown"));
        if (unknown && !way.containsValue(State.UNKNOWN)) {
            firstGap(way).ifPresent(version -> way.put(version, State.UNKNOWN));
        }
        return way;
    }

    private static Optional<State> state(Event event) {
        if (EVENTS_OF_STATES.contains(event.type())) {
            return Optional.of(State.of(event.type().substring("payment.".length())));
        }
        var cancel = event.type().equals("ReverseRequested")
                && !event.data().path("late").asBoolean(false);
        return cancel ? Optional.of(State.CANCELING) : Optional.empty();
    }

    private static void enter(Session session, Map<Integer, State> way, int version, State state, Findings findings) {
        var known = way.putIfAbsent(version, state);
        if (known != null && known != state) {
            findings.add(
                    I13, "version %d of %s is both %s and %s".formatted(version, session.id(), known, state), session);
        }
    }

    private static Optional<Integer> firstGap(SortedMap<Integer, State> way) {
        for (var version = 1; version <= way.lastKey(); version++) {
            if (!way.containsKey(version)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    private static void follow(Session session, Map<Integer, State> way, Findings findings) {
        Map.Entry<Integer, State> before = null;
        for (var step : way.entrySet()) {
            if (before != null && step.getKey() != before.getKey() + 1) {
                findings.add(I13, "%s has versions that nothing made".formatted(session.id()), way, session);
            } else if (before != null && !before.getValue().canBecome(step.getValue())) {
                findings.add(
                        I13,
                        "%s went from %s to %s".formatted(session.id(), before.getValue(), step.getValue()),
                        way,
                        session);
            }
            before = step;
        }
        if (before != null && before.getKey() != session.version()) {
            findings.add(I13, "%s went on after its last version".formatted(session.id()), way, session);
        }
    }

    private static void agrees(Session session, Map<Integer, State> way, ClientCall read, Findings findings) {
        var version = read.json().path("version").asInt(0);
        var status = State.of(read.text("status"));
        if (way.get(version) != status) {
            findings.add(
                    I13, "a client read %s as version %d of %s".formatted(status, version, session.id()), way, read);
        }
    }

    /** Who reads after another read was answered sees at least as much; a stored answer may be older. */
    private static void neverBack(Session session, List<ClientCall> seen, Findings findings) {
        var reads = seen.stream()
                .filter(call -> call.kind() == ClientCall.Kind.READ)
                .toList();
        var byBegin = Facts.sorted(reads, Comparator.comparing(ClientCall::began));
        var byEnd = Facts.sorted(reads, Comparator.comparing(ClientCall::ended));
        var highest = 0;
        var next = 0;
        for (var read : byBegin) {
            while (next < byEnd.size() && byEnd.get(next).ended().isBefore(read.began())) {
                highest = Math.max(
                        highest, byEnd.get(next++).json().path("version").asInt(0));
            }
            if (read.json().path("version").asInt(0) < highest) {
                findings.add(
                        Invariant.I15,
                        "%s was read at version %d and later at an older one".formatted(session.id(), highest),
                        read);
            }
        }
    }

    /** Whether any transition of this kind was seen: what a run claims to have covered. */
    static Map<String, Long> taken(Facts facts) {
        var counts = new TreeMap<String, Long>();
        for (var session : facts.history().tables().sessions()) {
            State before = null;
            for (var state : way(facts, session, new Findings()).values()) {
                if (before != null) {
                    counts.merge(before + " → " + state, 1L, Long::sum);
                }
                before = state;
            }
        }
        return counts;
    }
}
