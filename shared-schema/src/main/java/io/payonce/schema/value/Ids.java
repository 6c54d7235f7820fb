package io.payonce.schema.value;

import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * The one factory of identifiers: UUIDv7 (RFC 9562 §5.7), so that rows made one after the other lie side by side in
 * their index. Ids of one process may come out of order within a millisecond. Thread-safe if its random source is.
 */
public final class Ids {
    private final InstantSource clock;
    private final RandomGenerator random;

    public Ids(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    public UUID next() {
        var high = (clock.millis() << 16) | 0x7000L | (random.nextLong() & 0x0FFFL);
        var low = 0x8000_0000_0000_0000L | (random.nextLong() >>> 2);
        return new UUID(high, low);
    }

    public PaymentId nextPayment() {
        return new PaymentId(next());
    }
}
