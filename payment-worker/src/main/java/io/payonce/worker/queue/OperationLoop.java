package io.payonce.worker.queue;

import io.payonce.worker.call.Pauses;
import io.payonce.worker.call.ProviderLines;
import io.payonce.worker.operation.Operation;
import io.payonce.worker.store.OperationQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.context.SmartLifecycle;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Claims due operations and runs each on a virtual thread of its own: never more than the providers may be called for
 * at once, so that what is claimed is also worked on.
 */
public final class OperationLoop implements SmartLifecycle, WorkLoop.Source {
    private final OperationQueue queue;
    private final ProviderLines lines;
    private final RunOperation run;
    private final Tools tools;
    private final WorkLoop loop;

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
        this.tools = tools;
        this.loop = new WorkLoop("operation", this, wakeUp, tools.pollInterval(), tools.operationsMax());
    }

    /** Claims what is due and may be worked on now, and starts the work; returns how many. */
    @Override
    public int runOnce() {
        var claimed = 0;
        for (var provider : lines.names()) {
            for (var operation : claim(provider)) {
                claimed++;
                loop.begin(operation, run::run);
            }
        }
        return claimed;
    }

    private List<Operation> claim(String provider) {
        var free = Math.min(lines.to(provider).gate().free(), loop.free());
        if (free == 0) {
            return List.of();
        }
        var claimed = tools.transactions().execute(transaction -> queue.claimDue(provider, free, tools.leaseTime()));
        return claimed == null ? List.of() : claimed;
    }

    @Override
    public Optional<Duration> nextDueIn() {
        return queue.nextDueIn();
    }

    @Override
    public void start() {
        loop.start();
    }

    /** Claims nothing more, cuts pauses short, and lets the calls under way end. */
    @Override
    public void stop() {
        loop.stop();
        tools.pauses().stop();
        loop.awaitIdle();
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
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
