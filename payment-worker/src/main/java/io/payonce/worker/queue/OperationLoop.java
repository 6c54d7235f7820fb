package io.payonce.worker.queue;

import io.payonce.worker.call.Pauses;
import io.payonce.worker.call.ProviderLines;
import io.payonce.worker.operation.Operation;
import io.payonce.worker.store.OperationQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Claims due operations and runs each on a virtual thread of its own: never more than the providers may be called for
 * at once, so that what is claimed is also worked on. Looks when woken, when the next operation becomes due, and at
 * least each poll interval.
 */
public final class OperationLoop implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(OperationLoop.class);
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    /** Rounds under way when the process is told to end get this long. */
    private static final Duration STOP_WAIT = Duration.ofSeconds(20);

    private final OperationQueue queue;
    private final ProviderLines lines;
    private final RunOperation run;
    private final WakeUp wakeUp;
    private final Tools tools;
    private final Semaphore places;
    private volatile boolean running;

    /**
     * What the loop works with besides its queue.
     *
     * @param operationsMax operations in work at once, those in a pause included
     */
    public record Tools(
            TransactionTemplate transactions,
            Pauses pauses,
            Duration leaseTime,
            Duration pollInterval,
            int operationsMax) {}

    public OperationLoop(OperationQueue queue, ProviderLines lines, RunOperation run, WakeUp wakeUp, Tools tools) {
        this.queue = queue;
        this.lines = lines;
        this.run = run;
        this.wakeUp = wakeUp;
        this.tools = tools;
        this.places = new Semaphore(tools.operationsMax());
    }

    /** Claims what is due and may be worked on now, and starts the work; returns how many. */
    public int runOnce() {
        var claimed = 0;
        for (var provider : lines.names()) {
            for (var operation : claim(provider)) {
                places.acquireUninterruptibly();
                claimed++;
                Thread.ofVirtual().name("operation-" + operation.id()).start(() -> work(operation));
            }
        }
        return claimed;
    }

    private List<Operation> claim(String provider) {
        var free = Math.min(lines.to(provider).gate().free(), places.availablePermits());
        if (free == 0) {
            return List.of();
        }
        var claimed = tools.transactions().execute(transaction -> queue.claimDue(provider, free, tools.leaseTime()));
        return claimed == null ? List.of() : claimed;
    }

    private void work(Operation operation) {
        try {
            run.run(operation);
        } catch (RuntimeException e) {
            log.error("{} broke off; it is taken up again when its lease runs out", operation, e);
        } finally {
            places.release();
            wakeUp.signal();
        }
    }

    private void runUntilStopped() {
        while (running) {
            try {
                if (runOnce() == 0) {
                    wakeUp.await(untilNextLook());
                }
            } catch (RuntimeException e) {
                log.warn("Cannot look at the queue; operations wait and the next look is in a second", e);
                wakeUp.await(PAUSE_AFTER_FAILURE);
            }
        }
    }

    private Duration untilNextLook() {
        var longest = tools.pollInterval();
        var next = queue.nextDueIn().orElse(longest);
        if (next.compareTo(longest) > 0) {
            return longest;
        }
        return next.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : next;
    }

    @Override
    public void start() {
        running = true;
        Thread.ofVirtual().name("operation-loop").start(this::runUntilStopped);
    }

    /** Claims nothing more, cuts pauses short, and lets the calls under way end. */
    @Override
    public void stop() {
        running = false;
        wakeUp.signal();
        tools.pauses().stop();
        var all = tools.operationsMax();
        try {
            if (!places.tryAcquire(all, STOP_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn(
                        "{} operations are still under way; others take them up later",
                        all - places.availablePermits());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Started once the tables are there. */
    @Override
    public boolean isAutoStartup() {
        return false;
    }

    /** Before the listeners and after them: what they put into the queue is worked on while they stop. */
    @Override
    public int getPhase() {
        return 0;
    }
}
