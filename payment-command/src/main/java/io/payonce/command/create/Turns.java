package io.payonce.command.create;

import io.payonce.command.CommandProperties;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Lets a few writers at a time to the database, first come, first served. A burst waits here, where waiting costs
 * nothing, and not for connections, where reads would wait behind it.
 */
@Component
public class Turns {
    private static final Duration WAIT_MAX = Duration.ofSeconds(20);

    private final Semaphore free;

    Turns(CommandProperties properties) {
        this.free = new Semaphore(properties.createsAtOnce(), true);
    }

    /**
     * Runs the work when it is its turn.
     *
     * @throws CannotCreateTransactionException if that takes too long
     */
    public <T> T take(Supplier<T> work) {
        try {
            if (!free.tryAcquire(WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new CannotCreateTransactionException("too many requests are waiting");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotCreateTransactionException("stopping", e);
        }
        try {
            return work.get();
        } finally {
            free.release();
        }
    }
}
