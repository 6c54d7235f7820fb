package io.payonce.testbed.sandbox.faults;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.payonce.testbed.sandbox.http.Members;
import io.payonce.testbed.sandbox.http.RequestRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The faults that wait for their calls, oldest first. In memory only: a restarted sandbox behaves. Thread-safe. */
public final class Faults {
    /** So many faults, used up ones included, until they are cleared. */
    private static final int FAULTS_MAX = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Armed> faults = new ArrayList<>();

    /** A fault with how many calls are still to be hit, and how many were. */
    public record Armed(@JsonUnwrapped Fault fault, int remaining, int hit) {
        Armed used() {
            return new Armed(fault, remaining - 1, hit + 1);
        }
    }

    /** Arms the fault that the body describes; it hits {@code times} calls, one if not said. */
    public Armed arm(Members members) {
        var fault = Fault.read(members);
        var times = members.optionalNumber("times", 1, Fault.TIMES_MAX).orElse(1);
        return locked(() -> {
            if (faults.size() >= FAULTS_MAX) {
                throw new RequestRefused(409, "there are %d faults already, clear them".formatted(FAULTS_MAX));
            }
            var armed = new Armed(fault, times, 0);
            faults.add(armed);
            return armed;
        });
    }

    /** The fault for this call, used up once by it; each call gets at most one. */
    public Optional<Fault> take(Operation operation, @Nullable String orderId) {
        return locked(() -> {
            for (var i = 0; i < faults.size(); i++) {
                var armed = faults.get(i);
                if (armed.remaining() > 0 && armed.fault().matches(operation, orderId)) {
                    faults.set(i, armed.used());
                    return Optional.of(armed.fault());
                }
            }
            return Optional.empty();
        });
    }

    public List<Armed> list() {
        return locked(() -> List.copyOf(faults));
    }

    /** Forgets all faults and says how many there were. What already misbehaves goes on. */
    public int clear() {
        return locked(() -> {
            var count = faults.size();
            faults.clear();
            return count;
        });
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
