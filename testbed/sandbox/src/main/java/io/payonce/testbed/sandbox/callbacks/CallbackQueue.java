package io.payonce.testbed.sandbox.callbacks;

import io.payonce.testbed.sandbox.journal.Journal;
import io.payonce.testbed.sandbox.json.Json;
import io.payonce.testbed.sandbox.ledger.PaymentEvent;
import io.payonce.testbed.sandbox.time.Timetable;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The callbacks that nobody took yet. Events come from the ledger's journal lines, and a line for each one taken ends
 * it, so the queue is the same after a restart; only the gaps start anew. Thread-safe.
 */
public final class CallbackQueue {
    private static final Duration WAIT_MAX = Duration.ofSeconds(1);

    private final Journal journal;
    private final Clock clock;
    private final RetryGaps gaps;

    private final Map<String, PaymentEvent> open = new HashMap<>();
    private final Timetable<Try> tries = new Timetable<>();

    public CallbackQueue(Journal journal, Clock clock, RetryGaps gaps) {
        this.journal = journal;
        this.clock = clock;
        this.gaps = gaps;
    }

    /** The n-th time an event is sent, from 1. */
    record Try(PaymentEvent event, int number) {}

    private record Ended(String eventId) {}

    /** Takes an event in; only inside the change that makes it. */
    public void accept(PaymentEvent event) {
        open.put(event.eventId(), event);
        tries.put(new Try(event, 1), event.occurredAt());
    }

    Optional<Try> pollDue() {
        for (var due = tries.pollDue(clock.instant()); due.isPresent(); due = tries.pollDue(clock.instant())) {
            if (isOpen(due.get().event())) {
                return due;
            }
        }
        return Optional.empty();
    }

    private boolean isOpen(PaymentEvent event) {
        return journal.change(() -> open.containsKey(event.eventId()));
    }

    void awaitDue() throws InterruptedException {
        tries.awaitDue(clock, WAIT_MAX);
    }

    /** The receiver took it, or it is never to be sent. */
    void end(PaymentEvent event) {
        journal.change(() -> {
            if (!journal.isClosed() && open.remove(event.eventId()) != null) {
                journal.append("callback_ended", new Ended(event.eventId()));
            }
            return event;
        });
    }

    /** Sends it again after the gap; gives up, and says so by false, when its time is over. */
    boolean again(Try failed) {
        var now = clock.instant();
        if (now.isAfter(failed.event().occurredAt().plus(gaps.giveUpAfter()))) {
            end(failed.event());
            return false;
        }
        tries.put(new Try(failed.event(), failed.number() + 1), now.plus(gaps.after(failed.number())));
        return true;
    }

    /** Forgets everything; only inside a change. */
    public void forget() {
        open.clear();
        tries.clear();
    }

    public void replayEnd(JsonNode data) {
        open.remove(Json.MAPPER.treeToValue(data, Ended.class).eventId());
    }
}
