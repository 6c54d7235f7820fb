package io.payonce.command.relay;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.command.store.RelayState;
import io.payonce.command.store.ReplicationSlot;
import io.payonce.command.store.ReplicationSlot.Slot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Watches the slot from every instance, active or not. The lag in seconds is the age of the oldest log position that
 * was seen here and is not confirmed yet; it needs no clock but this process' own.
 */
@Component
class RelayMonitor {
    /** One look a second for ten minutes; a lag beyond that shows as at least that long. */
    private static final int POSITIONS_MAX = 600;

    private final ReplicationSlot slot;
    private final RelayState state;
    private final RelayProperties properties;
    private final Clock clock;
    private final Deque<Position> unconfirmed = new ArrayDeque<>();
    private volatile @Nullable Slot latest;
    private volatile Duration lag = Duration.ZERO;
    private volatile boolean gap;

    RelayMonitor(
            ReplicationSlot slot, RelayState state, RelayProperties properties, Clock clock, MeterRegistry metrics) {
        this.slot = slot;
        this.state = state;
        this.properties = properties;
        this.clock = clock;
        metrics.gauge("payonce_relay_lag_seconds", this, monitor -> monitor.lag.toMillis() / 1000.0);
        metrics.gauge("payonce_relay_lag_bytes", this, monitor -> bytes(monitor.latest, Slot::lagBytes));
        metrics.gauge("payonce_relay_retained_wal_bytes", this, monitor -> bytes(monitor.latest, Slot::retainedBytes));
        metrics.gauge("payonce_relay_slot_active", this, monitor -> monitor.isHeld() ? 1 : 0);
        metrics.gauge("payonce_relay_gap_open", this, monitor -> monitor.gap ? 1 : 0);
    }

    private record Position(long lsn, Instant seenAt) {}

    @Scheduled(fixedDelayString = "${payonce.relay.monitor-interval:1s}")
    void runOnce() {
        var found = slot.find(properties.slot()).orElse(null);
        latest = found;
        gap = found == null || !found.isUsable() || state.hasGap(properties.slot());
        var now = clock.instant();
        if (found != null && found.confirmedLsn() != null) {
            var delivered = note(found.confirmedLsn(), found.currentLsn(), now);
            if (!gap && delivered.isPresent()) {
                state.confirm(properties.slot(), found, Duration.between(delivered.get(), now));
            }
        }
        lag = unconfirmed.isEmpty()
                ? Duration.ZERO
                : Duration.between(unconfirmed.getFirst().seenAt(), now);
    }

    /** Until when everything written is known to be delivered; empty if nothing new is known. */
    private Optional<Instant> note(String confirmed, String current, Instant now) {
        if (unconfirmed.isEmpty() || unconfirmed.getLast().lsn() < lsn(current)) {
            unconfirmed.addLast(new Position(lsn(current), now));
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

    private static double bytes(@Nullable Slot slot, java.util.function.ToLongFunction<Slot> figure) {
        return slot == null ? 0 : figure.applyAsLong(slot);
    }
}
