package io.payonce.testbed.lab.run;

import io.payonce.testbed.lab.plan.Plan;
import io.payonce.testbed.lab.plan.Trouble;
import io.payonce.testbed.local.Complaint;
import io.payonce.testbed.local.LocalStack;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Brings the trouble of a plan over a stack. A member that is still in trouble is spared the next one. */
final class Nemesis {
    /** So many members in trouble at once, or the machine does nothing but start them. */
    private static final int AT_ONCE_MAX = 2;

    private static final Duration STOP_TIME_MAX = Duration.ofSeconds(30);
    private static final Duration HEAL_TIME_MAX = Duration.ofMinutes(5);

    private final LocalStack stack;
    private final Clock clock;
    private final Set<String> inTrouble = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<Suffered> suffered = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch over = new CountDownLatch(1);

    Nemesis(LocalStack stack, Clock clock) {
        this.stack = stack;
        this.clock = clock;
    }

    /** Runs the plan in the background. */
    void start(Plan plan) {
        var began = System.nanoTime();
        threads.execute(() -> {
            for (var trouble : plan.troubles()) {
                var left = trouble.at().toNanos() - (System.nanoTime() - began);
                if (pausedUntilOver(Duration.ofNanos(Math.max(0, left)))) {
                    return;
                }
                threads.execute(() -> bring(trouble));
            }
        });
    }

    private boolean pausedUntilOver(Duration time) {
        try {
            return over.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void bring(Trouble trouble) {
        var member = trouble.member();
        if (inTrouble.size() >= AT_ONCE_MAX || !inTrouble.add(member)) {
            suffered.add(Suffered.spared(trouble, clock.instant()));
            return;
        }
        var began = clock.instant();
        try {
            switch (trouble.kind()) {
                case KILL -> {
                    stack.kill(member);
                    pausedUntilOver(trouble.lasts());
                    stack.up(member);
                }
                case PAUSE -> {
                    stack.pause(member);
                    pausedUntilOver(trouble.lasts());
                    stack.resume(member);
                }
                case RESTART -> {
                    terminate(member);
                    pausedUntilOver(trouble.lasts());
                    stack.up(member);
                }
            }
            suffered.add(new Suffered(trouble, began, clock.instant(), "done"));
        } catch (Complaint | IllegalStateException e) {
            suffered.add(new Suffered(trouble, began, clock.instant(), String.valueOf(e.getMessage())));
        } finally {
            inTrouble.remove(member);
        }
    }

    private void terminate(String member) {
        var process = stack.process(member).orElseThrow(() -> new Complaint(member + " is not running."));
        process.destroy();
        try {
            process.onExit().get(STOP_TIME_MAX.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            stack.kill(member);
        }
    }

    /** Ends all trouble: what is paused goes on, what is dead is started. Returns what would not come up. */
    List<String> heal() throws InterruptedException {
        over.countDown();
        threads.shutdown();
        if (!threads.awaitTermination(HEAL_TIME_MAX.toSeconds(), TimeUnit.SECONDS)) {
            return List.of("trouble that does not end: " + inTrouble);
        }
        return Healing.startWhatIsDown(stack);
    }

    Set<String> inTrouble() {
        return Set.copyOf(inTrouble);
    }

    List<Suffered> suffered() {
        return List.copyOf(suffered);
    }

    /** What came of a trouble. */
    record Suffered(Trouble trouble, Instant from, Instant to, String outcome) {
        static Suffered spared(Trouble trouble, Instant at) {
            return new Suffered(trouble, at, at, "spared");
        }
    }
}
