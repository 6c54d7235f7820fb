package io.payonce.command.relay;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.command.store.RelayState;
import io.payonce.command.store.ReplicationSlot;
import io.payonce.command.store.ReplicationSlot.Slot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Watches the slot from every instance, active or not. The lag in seconds is the age of the oldest log position that
 * was seen here and is not confirmed yet; all times are the database's.
 */
@Component
class RelayMonitor {
    static final int ALARM_HIGH = 2;

    /** One look a second for ten minutes; a lag beyond that shows as at least that long. */
    private static final int POSITIONS_MAX = 600;

    private static final Logger log = LoggerFactory.getLogger(RelayMonitor.class);

    private final ReplicationSlot slot;
    private final SlotAudit audit;
    private final RelayState state;
    private final RelayProperties properties;
    private final Deque<Position> unconfirmed = new ArrayDeque<>();
    private volatile @Nullable Slot latest;
    private volatile Duration lag = Duration.ZERO;
    private volatile boolean gap;

    RelayMonitor(
            ReplicationSlot slot,
            SlotAudit audit,
            RelayState state,
            RelayProperties properties,
            MeterRegistry metrics) {
        this.slot = slot;
        this.audit = audit;
        this.state = state;
        this.properties = properties;
        metrics.gauge("payonce_relay_lag_seconds", this, monitor -> monitor.lag.toMillis() / 1000.0);
        metrics.gauge("payonce_relay_lag_bytes", this, monitor -> monitor.figure(Slot::lagBytes));
        metrics.gauge("payonce_relay_retained_wal_bytes", this, monitor -> monitor.figure(Slot::retainedBytes));
        metrics.gauge("payonce_relay_wal_limit_bytes", this, monitor -> monitor.figure(Slot::limitBytes));
        metrics.gauge("payonce_relay_wal_limit_share", this, RelayMonitor::walShare);
        metrics.gauge("payonce_relay_wal_alarm", this, RelayMonitor::walAlarm);
        metrics.gauge("payonce_relay_slot_active", this, monitor -> monitor.isHeld() ? 1 : 0);
        metrics.gauge("payonce_relay_gap_open", this, monitor -> monitor.gap ? 1 : 0);
    }

    private record Position(long lsn, Instant seenAt) {}

    @Scheduled(fixedDelayString = "${payonce.relay.monitor-interval:1s}")
    void run() {
        try {
            runOnce();
        } catch (DataAccessException e) {
            // An old picture would say that all is well.
            latest = null;
            log.warn("The relay's slot cannot be looked at; readiness is off until it can: {}", e.getMessage());
        }
    }

    void runOnce() {
        var found = slot.find(properties.slot()).orElse(null);
        latest = found;
        if (found == null || !found.isUsable()) {
            audit.noteLoss();
        }
        gap = found == null || !found.isUsable() || audit.hasGap();
        if (found != null && found.confirmedLsn() != null) {
            var delivered = note(found.confirmedLsn(), found.currentLsn(), found.seenAt());
            // A slot that nobody holds does not move: one that did was made anew, and that is for the audit to find.
            if (!gap && found.active() && delivered.isPresent()) {
                state.confirm(properties.slot(), found, delivered.get());
            }
            lag = unconfirmed.isEmpty()
                    ? Duration.ZERO
                    : Duration.between(unconfirmed.getFirst().seenAt(), found.seenAt());
        }
    }

    /** Until when everything written is known to be delivered; empty if nothing new is known. */
    private Optional<Instant> note(String confirmed, String current, Instant seenAt) {
        if (unconfirmed.isEmpty() || unconfirmed.getLast().lsn() < lsn(current)) {
            unconfirmed.addLast(new Position(lsn(current), seenAt));
        }
        Optional<Instant> delivered = Optional.empty();
        while (!unconfirmed.isEmpty() && unconfirmed.getFirst().lsn() <= lsn(confirmed)) {
            delivered = Optional.of(unconfirmed.removeFirst().seenAt());
        }
        if (unconfirmed.size() > POSITIONS_MAX) {
            // The oldest tells the lag; of the others any may go.
            unconfirmed.removeLast();
        }
        return delivered;
    }

    /** {@code 16/B374D848} as one number. */
    static long lsn(String text) {
        var slash = text.indexOf('/');
        return (Long.parseLong(text.substring(0, slash), 16) << 32) | Long.parseLong(text.substring(slash + 1), 16);
    }

    boolean isHeld() {
        var slotNow = latest;
        return slotNow != null && slotNow.active();
    }

    boolean hasGap() {
        return gap;
    }

    Duration lag() {
        return lag;
    }

    /** Retained log as a share of what the server keeps for a slot at most; at 1 the slot is cut off. */
    double walShare() {
        return figure(Slot::limitShare);
    }

    /** 0, 1 from the alarm's share on, 2 from the share on that takes readiness away. */
    int walAlarm() {
        var share = walShare();
        if (share >= properties.walReadyShare()) {
            return ALARM_HIGH;
        }
        return share >= properties.walAlarmShare() ? 1 : 0;
    }

    private double figure(ToDoubleFunction<Slot> figure) {
        var slotNow = latest;
        return slotNow == null ? 0 : figure.applyAsDouble(slotNow);
    }
}
