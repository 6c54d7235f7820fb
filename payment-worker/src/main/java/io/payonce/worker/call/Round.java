package io.payonce.worker.call;

import io.payonce.worker.operation.Operation;
import io.payonce.worker.operation.ProviderCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One round of work on an operation: its budget of time and the calls made so far. Used by one thread. */
public final class Round {
    private final Operation operation;
    private final Pauses pauses;
    private final Duration budget;
    private final long startedNanos;
    private final List<ProviderCall> calls = new ArrayList<>();
    private boolean cutShort;

    public Round(Operation operation, Duration budget, Pauses pauses) {
        this.operation = operation;
        this.budget = budget;
        this.pauses = pauses;
        this.startedNanos = pauses.nanos();
    }

    public Operation operation() {
        return operation;
    }

    public List<ProviderCall> calls() {
        return List.copyOf(calls);
    }

    public Duration elapsed() {
        return Duration.ofNanos(pauses.nanos() - startedNanos);
    }

    /** What is left of the budget; negative when it is overdrawn. */
    public Duration left() {
        return budget.minus(elapsed());
    }

    /** Waits; false, at once, if that would use up the budget, or if the process is to end. */
    public boolean pause(Duration length) {
        if (length.compareTo(left()) >= 0) {
            return false;
        }
        cutShort = !pauses.pass(length);
        return !cutShort;
    }

    /** The end of the process ended a pause, so that what the round came to means little. */
    public boolean wasCutShort() {
        return cutShort;
    }

    void add(ProviderCall call) {
        calls.add(call);
    }
}
