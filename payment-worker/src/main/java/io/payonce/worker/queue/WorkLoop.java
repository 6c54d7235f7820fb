package io.payonce.worker.queue;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes work from a queue and runs each piece on a virtual thread of its own, never more at once than there are places.
 * Looks when woken, when the next piece becomes due, and at least each poll interval.
 */
public final class WorkLoop {
    private static final Logger log = LoggerFactory.getLogger(WorkLoop.class);
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    /** Work under way when the process is told to end gets this long. */
    private static final Duration STOP_WAIT = Duration.ofSeconds(20);

    private final String name;
    private final Source source;
    private final WakeUp wakeUp;
    private final Duration pollInterval;
    private final int most;
    private final Semaphore places;
    private volatile boolean running;

    /** Where the work comes from. */
    public interface Source {
        /** Takes what is due, begins it, and returns how much that was. */
        int runOnce();

        /** How long until something becomes due that is not due yet. */
        Optional<Duration> nextDueIn();
    }

    /**
     * @param name of one piece of work, for threads and log lines
     * @param most pieces in work at once
     */
    public WorkLoop(String name, Source source, WakeUp wakeUp, Duration pollInterval, int most) {
        this.name = name;
        this.source = source;
        this.wakeUp = wakeUp;
        this.pollInterval = pollInterval;
        this.most = most;
        this.places = new Semaphore(most);
    }

    /** How many more pieces could be begun now. */
    public int free() {
        return places.availablePermits();
    }

    /** Begins a piece that was taken; waits for a place if none is free. */
    public <T> void begin(T piece, Consumer<T> work) {
        places.acquireUninterruptibly();
        Thread.ofVirtual().name(name).start(() -> run(piece, work));
    }

    private <T> void run(T piece, Consumer<T> work) {
        try {
            work.accept(piece);
        } catch (RuntimeException e) {
            log.error("{} broke off; it is taken up again when its lease runs out", piece, e);
        } finally {
            places.release();
            wakeUp.signal();
        }
    }

    private void runUntilStopped() {
        while (running) {
            try {
                if (source.runOnce() == 0) {
                    wakeUp.await(untilNextLook());
                }
            } catch (RuntimeException e) {
                log.warn("Cannot look at the queue; every {} waits and the next look is in a second", name, e);
                wakeUp.await(PAUSE_AFTER_FAILURE);
            }
        }
    }

    private Duration untilNextLook() {
        var next = source.nextDueIn().orElse(pollInterval);
        if (next.compareTo(pollInterval) > 0) {
            return pollInterval;
        }
        return next.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : next;
    }

    public void start() {
        running = true;
        Thread.ofVirtual().name(name + "-loop").start(this::runUntilStopped);
    }

    public boolean isRunning() {
        return running;
    }

    /** Takes nothing more; {@link #awaitIdle} lets what is under way end. */
    public void stop() {
        running = false;
        wakeUp.signal();
    }

    /** Waits, within bounds, for what is under way. */
    public void awaitIdle() {
        try {
            if (!places.tryAcquire(most, STOP_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("{} × {} still under way; others take them up later", most - free(), name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
