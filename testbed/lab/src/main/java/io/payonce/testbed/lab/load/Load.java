package io.payonce.testbed.lab.load;

import io.payonce.testbed.lab.load.Customer.Cancelling;
import io.payonce.testbed.lab.load.Customer.World;
import io.payonce.testbed.lab.stack.Http;
import io.payonce.testbed.lab.stack.LabStack;
import java.time.Clock;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** New customers at a steady rate, whether or not earlier ones were served. */
public final class Load {
    /** Customers at once; who finds no room is counted and goes away. */
    private static final int CUSTOMERS_MAX = 600;

    private static final Duration LEAVE_TIME_MAX = Duration.ofSeconds(45);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore room = new Semaphore(CUSTOMERS_MAX);
    private final Patience patience = new Patience();
    private final World world;
    private final Witness witness;
    private final long seed;
    private final int rate;

    /** @param rate customers per second */
    public Load(LabStack stack, Http http, Witness witness, long seed, int rate) {
        this.witness = witness;
        this.seed = seed;
        this.rate = rate;
        this.world = new World(
                new Checkout(http, stack.gateways(), witness, Clock.systemUTC()),
                new Payer(http, stack.sandbox(), witness),
                patience,
                new Cancelling());
    }

    public void start() {
        threads.execute(() -> {
            var began = System.nanoTime();
            for (var number = 0; !patience.isOver(); number++) {
                var due = began + number * 1_000_000_000L / rate;
                patience.pause(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
                admit(number);
            }
        });
    }

    private void admit(int number) {
        if (patience.isOver()) {
            return;
        }
        if (!room.tryAcquire()) {
            witness.count("customers turned away");
            return;
        }
        witness.count("customers");
        // Each has a random source of its own, so that what one does never depends on another's timing.
        var customer =
                new Customer(world, new SplittableRandom(seed * 1_000_003 + number), "n-%d-%d".formatted(seed, number));
        threads.execute(() -> {
            try {
                customer.run();
            } finally {
                room.release();
            }
        });
    }

    /** No new customers; those in the middle of something stop at the next step. */
    public void stop() throws InterruptedException {
        patience.end();
        threads.shutdown();
        if (!threads.awaitTermination(LEAVE_TIME_MAX.toSeconds(), TimeUnit.SECONDS)) {
            threads.shutdownNow();
        }
    }
}
