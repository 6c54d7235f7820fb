package io.payonce.command.relay;

import io.payonce.command.store.RelayState;
import io.payonce.command.store.ReplicationSlot;
import io.payonce.command.store.ReplicationSlot.Slot;
import io.payonce.schema.store.Incidents;
import io.payonce.schema.store.Incidents.Kind;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Compares the slot with what the relay last knew of it. A slot that is gone, cut off by the WAL limit or of another
 * server has lost events in silence: that is found here, written down as an incident, and repaired by sending the
 * outbox rows of the gap again.
 */
@Component
class SlotAudit {
    static final String PUBLICATION = "payonce_outbox";

    private static final Logger log = LoggerFactory.getLogger(SlotAudit.class);

    private final ReplicationSlot slot;
    private final RelayState state;
    private final GapRepair repair;
    private final Incidents incidents;
    private final RelayProperties properties;
    private final TransactionTemplate transactions;
    private final TransactionTemplate apart;

    SlotAudit(
            ReplicationSlot slot,
            RelayState state,
            GapRepair repair,
            Incidents incidents,
            RelayProperties properties,
            PlatformTransactionManager transactionManager) {
        this.slot = slot;
        this.state = state;
        this.repair = repair;
        this.incidents = incidents;
        this.properties = properties;
        this.transactions = new TransactionTemplate(transactionManager);
        this.apart = new TransactionTemplate(transactionManager);
        this.apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    enum Finding {
        FINE,
        HELD_BY_ANOTHER,
        GAP
    }

    /** Makes the slot if it is missing or lost, one instance at a time. */
    void ensureSlot() {
        var found = slot.find(properties.slot());
        if (found.isPresent() && found.get().isUsable() && state.isKnown(properties.slot())) {
            return;
        }
        transactions.executeWithoutResult(lock -> {
            state.serialize(properties.slot());
            makeSlot();
        });
    }

    /**
     * If the slot was known before, the gap is written down first: a crash in between must not hide it. Each write
     * commits by itself, since a new slot waits for every transaction that has written.
     */
    private void makeSlot() {
        var found = slot.find(properties.slot());
        if (found.isEmpty() || !found.get().isUsable()) {
            apart.executeWithoutResult(transaction -> noteLoss());
            if (found.isPresent()) {
                slot.drop(properties.slot());
            }
            found = java.util.Optional.of(slot.create(properties.slot()));
        }
        var usable = found.get();
        apart.executeWithoutResult(
                transaction -> state.insertIfAbsent(properties.slot(), usable, slot.systemIdentifier()));
    }

    Finding look() {
        var found = slot.find(properties.slot());
        if (found.isPresent() && found.get().active()) {
            return Finding.HELD_BY_ANOTHER;
        }
        ensureSlot();
        var free = slot.find(properties.slot());
        if (free.isPresent() && free.get().active()) {
            return Finding.HELD_BY_ANOTHER;
        }
        return free.isEmpty() || isOther(free.get()) || state.hasGap(properties.slot()) ? Finding.GAP : Finding.FINE;
    }

    /**
     * A slot of another server, or one that somebody dropped and made anew under the same name: such a one stands ahead
     * of what any relay confirmed, and has never delivered anything. A crashed server forgets its statistics too; what
     * is then sent again in vain is known to its consumers.
     */
    private boolean isOther(Slot found) {
        var otherServer = !state.systemIdentifier(properties.slot()).equals(slot.systemIdentifier());
        var madeAnew = found.transactions() == 0 && state.isBehind(properties.slot(), found);
        if (!otherServer && !madeAnew) {
            return false;
        }
        if (state.markGap(properties.slot())) {
            log.error("Slot {} is not the one it was: the outbox rows of the gap are sent again", properties.slot());
        }
        return true;
    }

    /** Notes that the slot is gone or lost. Whoever holds the relay's next term repairs it. */
    void noteLoss() {
        if (state.markGap(properties.slot())) {
            log.error("Slot {} is lost: the outbox rows of the gap are sent again", properties.slot());
        }
    }

    boolean hasGap() {
        return state.hasGap(properties.slot());
    }

    /** Sends the rows of the gap again; the gap is closed, and the incident raised, only when all are acknowledged. */
    void repair() {
        var gap = state.gapSince(properties.slot());
        if (gap.isEmpty()) {
            return;
        }
        var since = gap.get();
        var sent = repair.resendSince(since);
        transactions.executeWithoutResult(transaction -> close(since, sent));
        log.error("The relay's gap since {} is repaired: {} outbox rows sent again", since, sent);
    }

    private void close(Instant since, long sent) {
        var now = slot.find(properties.slot()).orElseThrow();
        if (!now.isUsable()) {
            throw new IllegalStateException("the slot was lost during the repair; the gap stays open");
        }
        if (state.closeGap(properties.slot(), since, now, slot.systemIdentifier()) && sent > 0) {
            incidents.raise(
                    Kind.RELAY_GAP,
                    properties.slot() + " " + since,
                    null,
                    "The slot lost its place after %s; %d outbox rows were sent again.".formatted(since, sent));
        }
    }
}
