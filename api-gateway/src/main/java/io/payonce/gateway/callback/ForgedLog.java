package io.payonce.gateway.callback;

import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Tells of forged callbacks, once per second at most: whoever sends them shall not fill the log. */
@Component
class ForgedLog {
    private static final Logger log = LoggerFactory.getLogger(ForgedLog.class);

    private final Clock clock;
    private final LongAdder refused = new LongAdder();
    private final AtomicLong secondOfLastLine = new AtomicLong(Long.MIN_VALUE);

    ForgedLog(Clock clock) {
        this.clock = clock;
    }

    /** True if a line was written. */
    boolean add(String provider, String why) {
        refused.increment();
        var second = clock.instant().getEpochSecond();
        var last = secondOfLastLine.get();
        if (second == last || !secondOfLastLine.compareAndSet(last, second)) {
            return false;
        }
        log.info(
                "{} callbacks refused since the last such line, the latest of {}: {}",
                refused.sumThenReset(),
                provider,
                why);
        return true;
    }
}
