package io.payonce.testbed.lab.crash;

import io.payonce.testbed.lab.crash.CrashCase.Crash;
import io.payonce.testbed.lab.run.Healing;
import io.payonce.testbed.local.Complaint;
import io.payonce.testbed.local.LocalStack;
import io.payonce.testbed.local.Member;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Plays one case: arms its point, waits for a victim, lets it suffer, and brings it back. Used once. */
final class Suffering {
    /** Customers come all the time; a point that is not met by then is not met at all. */
    private static final Duration MET_WITHIN = Duration.ofMinutes(2);

    /** More than a worker's lease (30 s), a consumer's session (10 s) and the log sender's patience (5 s). */
    private static final Duration PAUSE = Duration.ofSeconds(33);

    /** Enough for the slot of a paused relay to be taken by the other one. */
    private static final Duration SLOT_LOST_AFTER = Duration.ofSeconds(12);

    /** Enough for a relay that goes on to find its slot taken. */
    private static final Duration SLOT_MISSED_WITHIN = Duration.ofSeconds(8);

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private final LocalStack stack;
    private final ArmedFolder folder;
    private final CrashCase one;
    private final CountDownLatch over = new CountDownLatch(1);
    private final ReentrantLock starting = new ReentrantLock();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

    Suffering(LocalStack stack, ArmedFolder folder, CrashCase one) {
        this.stack = stack;
        this.folder = folder;
        this.one = one;
    }

    /** How many processes have met the point and suffered. */
    int play() {
        var met = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            arm(one.point(), one.crash() == Crash.HALT);
            threads.execute(() -> unlessFailed(this::provoke));
            var victim = await(one.point(), 1);
            while (victim.isPresent()) {
                met++;
                var time = met;
                var pid = victim.get();
                threads.execute(() -> unlessFailed(() -> suffer(time, pid)));
                victim = met < one.times() ? await(one.point(), met + 1) : Optional.empty();
            }
            over.countDown();
        } finally {
            disarm(one.point());
        }
        var failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        return met;
    }

    private void unlessFailed(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }

    private void arm(CrashPoint point, boolean halts) {
        for (var time = 1; time <= one.times(); time++) {
            folder.arm(point, time, halts);
        }
    }

    private void disarm(CrashPoint point) {
        for (var time = 1; time <= one.times(); time++) {
            folder.disarm(point, time);
        }
    }

    private Optional<Long> await(CrashPoint point, int time) {
        var end = System.nanoTime() + MET_WITHIN.toNanos();
        var victim = folder.victim(point, time);
        while (victim.isEmpty() && System.nanoTime() < end) {
            pause(LOOK_EVERY);
            victim = folder.victim(point, time);
        }
        return victim;
    }

    private void suffer(int time, long pid) {
        switch (one.crash()) {
            case HALT -> {
                ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
                bringBack();
            }
            case KILL -> {
                stack.kill(nameOf(pid));
                bringBack();
            }
            case PAUSE -> {
                var name = nameOf(pid);
                stack.pause(name);
                folder.disarm(one.point(), time);
                pause(PAUSE);
                stack.resume(name);
            }
        }
    }

    /** One at a time: two victims of one case would both be found down by whoever looks first. */
    private void bringBack() {
        starting.lock();
        try {
            var down = Healing.startWhatIsDown(stack, one.point().part());
            if (!down.isEmpty()) {
                throw new IllegalStateException(String.join("; ", down));
            }
        } finally {
            starting.unlock();
        }
    }

    private String nameOf(long pid) {
        return stack.plan().members(one.point().part()).stream()
                .map(Member::name)
                .filter(name -> stack.process(name).map(ProcessHandle::pid).orElse(0L) == pid)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("unknown process %d has met %s".formatted(pid, one)));
    }

    /** Some points are not met in fair weather. */
    private void provoke() {
        switch (one.point()) {
            case R5_SLOT_TAKEN -> pauseInTurn();
            case W8_LEASE_LOST -> holdAnswers();
            default -> {}
        }
    }

    private void pauseInTurn() {
        while (over.getCount() > 0) {
            for (var member : stack.plan().members(one.point().part())) {
                try {
                    stack.pause(member.name());
                    isOverWithin(SLOT_LOST_AFTER);
                    stack.resume(member.name());
                } catch (Complaint e) {
                    // It is down already: the point was met meanwhile.
                }
                if (isOverWithin(SLOT_MISSED_WITHIN)) {
                    return;
                }
            }
        }
    }

    private boolean isOverWithin(Duration time) {
        try {
            return over.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** A worker that has an answer writes it only when its lease is over and another has done the work. */
    private void holdAnswers() {
        arm(CrashPoint.W6_ANSWER_READ, false);
        for (var time = 1; time <= one.times(); time++) {
            await(CrashPoint.W6_ANSWER_READ, time);
        }
        pause(PAUSE);
        disarm(CrashPoint.W6_ANSWER_READ);
    }

    private static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
