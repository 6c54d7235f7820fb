package io.payonce.testbed.sandbox.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Things to do at a time. Bounded by what is put in: the ledger's payments and their events. Thread-safe. */
public final class Timetable<T> {
    private record Entry<T>(Instant due, long number, T item) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Entry<T>> entries = new PriorityQueue<>(
            Comparator.comparing((Entry<T> entry) -> entry.due()).thenComparingLong(Entry::number));
    private long numbers;

    public void put(T item, Instant due) {
        lock.lock();
        try {
            entries.add(new Entry<>(due, numbers++, item));
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes out the earliest thing that is due; of two with one time, the one put in first. */
    public Optional<T> pollDue(Instant now) {
        lock.lock();
        try {
            var next = entries.peek();
            if (next == null || next.due().isAfter(now)) {
                return Optional.empty();
            }
            entries.remove();
            return Optional.of(next.item());
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something is due, but no longer than the limit. */
    public void awaitDue(Clock clock, Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            var left = atMost.toNanos();
            for (var wait = untilDue(clock, left); wait > 0; wait = untilDue(clock, left)) {
                left -= wait - changed.awaitNanos(wait);
            }
        } finally {
            lock.unlock();
        }
    }

    private long untilDue(Clock clock, long atMost) {
        var next = entries.peek();
        return next == null
                ? atMost
                : Math.min(atMost, Duration.between(clock.instant(), next.due()).toNanos());
    }

    public void clear() {
        lock.lock();
        try {
            entries.clear();
        } finally {
            lock.unlock();
        }
    }
}
