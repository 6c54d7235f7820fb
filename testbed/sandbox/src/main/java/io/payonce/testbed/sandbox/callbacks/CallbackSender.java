package io.payonce.testbed.sandbox.callbacks;

import io.payonce.testbed.sandbox.callbacks.CallbackQueue.Try;
import io.payonce.testbed.sandbox.faults.Fault;
import io.payonce.testbed.sandbox.faults.Faults;
import io.payonce.testbed.sandbox.faults.Operation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** Sends what is due, each callback on a virtual thread of its own. Their order on the wire is not promised. */
public final class CallbackSender implements AutoCloseable {
    private static final Logger LOG = System.getLogger(CallbackSender.class.getName());

    /** So many callbacks on the wire at once; the next ones wait. */
    private static final int UNDER_WAY_MAX = 256;

    private final CallbackQueue queue;
    private final Faults faults;
    private final CallbackTry callbackTry;
    private final Semaphore underWay = new Semaphore(UNDER_WAY_MAX);
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    public CallbackSender(CallbackQueue queue, Faults faults, CallbackTry callbackTry) {
        this.queue = queue;
        this.faults = faults;
        this.callbackTry = callbackTry;
    }

    /** Starts sending everything that is due. */
    public void runOnce() throws InterruptedException {
        for (var due = queue.pollDue(); due.isPresent(); due = queue.pollDue()) {
            var next = due.get();
            var fault = faults.take(Operation.CALLBACK, next.event().payment().orderId());
            underWay.acquire();
            executor.execute(() -> send(next, fault));
        }
    }

    public void awaitDue() throws InterruptedException {
        queue.awaitDue();
    }

    private void send(Try due, Optional<Fault> fault) {
        try {
            var ended = fault.map(ordered -> callbackTry.sendOddly(due.event(), ordered))
                    .orElseGet(() -> callbackTry.send(due.event()));
            if (ended) {
                queue.end(due.event());
            } else if (!queue.again(due)) {
                LOG.log(
                        Level.WARNING,
                        "callback {0} was never taken and is given up",
                        due.event().eventId());
            }
        } catch (RuntimeException e) {
            LOG.log(
                    Level.ERROR,
                    "callback %s failed, it is sent again".formatted(due.event().eventId()),
                    e);
            queue.again(due);
        } finally {
            underWay.release();
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
