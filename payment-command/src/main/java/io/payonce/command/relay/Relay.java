package io.payonce.command.relay;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.command.relay.SlotAudit.Finding;
import io.payonce.command.wait.Wakeups;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Carries the outbox to Kafka for as long as the process lives. Whoever gets the replication slot is the active relay;
 * the others stand by and look again. A paused holder that wakes up after a takeover may send events once more:
 * consumers know them by id.
 */
@Component
class Relay implements SmartLifecycle {
    private static final Duration STOP_TIME_MAX = Duration.ofSeconds(10);

    /** The pause after terms that failed one after the other doubles up to this. */
    private static final Duration PAUSE_MAX = Duration.ofSeconds(4);

    private static final Logger log = LoggerFactory.getLogger(Relay.class);

    private final SlotAudit audit;
    private final Broker broker;
    private final TopicSetup topics;
    private final OutboxStream stream;
    private final Wakeups wakeups;
    private final RelayProperties properties;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Counter terms;
    private final Counter takeovers;
    private volatile RelayStatus status = RelayStatus.STARTING;
    private boolean topicsAreThere;

    /** It was this process that held the slot last, as far as it knows. */
    private volatile boolean held;

    private final AtomicInteger failures = new AtomicInteger();
    private final Thread loop = Thread.ofPlatform().name("relay").unstarted(this::runUntilStopped);

    Relay(SlotAudit audit, OutboxStream stream, Wakeups wakeups, RelayProperties properties, Broker broker) {
        this.audit = audit;
        this.broker = broker;
        this.topics = broker.topics();
        this.stream = stream;
        this.wakeups = wakeups;
        this.properties = properties;
        this.terms = broker.metrics().counter("payonce_relay_terms");
        this.takeovers = broker.metrics().counter("payonce_relay_takeovers");
    }

    /** What a relay works with besides the slot. */
    @Component
    record Broker(TopicSetup topics, MeterRegistry metrics, Checkpoint checkpoint) {}

    /** The slot must exist before the first event is written, so it is made before the first request is served. */
    @Override
    public void start() {
        audit.ensureSlot();
        loop.start();
    }

    @Override
    public void stop() {
        stopping.countDown();
        stream.stop();
        try {
            if (!loop.join(STOP_TIME_MAX)) {
                log.warn("The relay did not stop in {}; the slot is free when this process ends", STOP_TIME_MAX);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return loop.isAlive();
    }

    /** Before the web server, which is the last to start and the first to stop. */
    @Override
    public int getPhase() {
        return 0;
    }

    RelayStatus status() {
        return status;
    }

    private void runUntilStopped() {
        while (stopping.getCount() > 0) {
            try {
                status = runOnce();
            } catch (RuntimeException e) {
                status = RelayStatus.BROKEN;
                failures.incrementAndGet();
                log.error("The relay stopped and starts again; events wait in the outbox meanwhile", e);
            }
            pause(pauseAfterFailures());
        }
    }

    /** One term: from looking at the slot until it is lost, or at once if another holds it. */
    private RelayStatus runOnce() {
        topicsAreThere = topicsAreThere || topics.areThere();
        if (!topicsAreThere) {
            return RelayStatus.WAITING_FOR_BROKER;
        }
        wakeups.start();
        var stoodBy = status == RelayStatus.STANDBY;
        var finding = audit.look();
        if (finding == Finding.HELD_BY_ANOTHER) {
            failures.set(0);
            if (held) {
                held = false;
                broker.checkpoint().reach(Point.R5_SLOT_TAKEN);
            }
            return RelayStatus.STANDBY;
        }
        if (finding == Finding.GAP) {
            status = RelayStatus.REPAIRING;
            audit.repair();
        }
        status = RelayStatus.STARTING;
        failures.incrementAndGet();
        stream.runUntilLost(() -> begin(stoodBy));
        topicsAreThere = false;
        return stopping.getCount() > 0 ? RelayStatus.STARTING : RelayStatus.STOPPED;
    }

    private void begin(boolean stoodBy) {
        status = RelayStatus.ACTIVE;
        held = true;
        failures.set(0);
        terms.increment();
        if (stoodBy) {
            takeovers.increment();
        }
    }

    private Duration pauseAfterFailures() {
        var pause = properties.standbyPause().multipliedBy(1L << Math.min(failures.get(), 4));
        return pause.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause;
    }

    /** A loss that somebody noticed while a term was under way is repaired at the start of the next. */
    @Scheduled(fixedDelayString = "${payonce.relay.monitor-interval:1s}")
    void leaveIfGap() {
        try {
            if (status == RelayStatus.ACTIVE && audit.hasGap()) {
                log.warn("The relay gives the slot back to repair a gap");
                stream.endTerm();
            }
        } catch (DataAccessException e) {
            log.debug("No look at the gap; the next is soon", e);
        }
    }

    private void pause(Duration time) {
        try {
            if (stopping.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
                status = RelayStatus.STOPPED;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopping.countDown();
        }
    }
}
