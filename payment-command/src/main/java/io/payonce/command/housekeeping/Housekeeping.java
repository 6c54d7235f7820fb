package io.payonce.command.housekeeping;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.command.store.IdempotencyKeys;
import io.payonce.command.store.OutboxPartitions;
import io.payonce.schema.store.HousekeepingTurn;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes the outbox's days ahead, drops those behind, and forgets old idempotency keys: one instance at a time, each
 * step a transaction of its own, by the database's clock. What cannot be done now is done in the next round.
 */
@Component
class Housekeeping {
    /** Rows of one transaction. */
    static final int BATCH = 1_000;

    /** Steps of one kind in one round; the next round goes on. */
    private static final int STEPS_MAX = 500;

    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    private final Tables tables;
    private final HousekeepingProperties properties;
    private final TransactionTemplate transactions;
    private final MeterRegistry metrics;
    private volatile double oldestPartitionSeconds;

    Housekeeping(
            Tables tables, HousekeepingProperties properties, TransactionTemplate transactions, MeterRegistry metrics) {
        this.tables = tables;
        this.properties = properties;
        this.transactions = transactions;
        this.metrics = metrics;
        metrics.gauge("payonce_outbox_oldest_partition_seconds", this, self -> self.oldestPartitionSeconds);
        deleted("outbox_partitions", 0);
        deleted("outbox_default", 0);
        deleted("idempotency_keys", 0);
    }

    /** What is kept in order. */
    @Component
    record Tables(HousekeepingTurn turn, OutboxPartitions partitions, IdempotencyKeys keys) {}

    /** One round; what fails is logged and hinders nothing else. */
    void runOnce() {
        attempt("the outbox's days ahead", this::makePartitions);
        attempt("outbox_partitions", () -> purge("outbox_partitions", this::dropPartition));
        attempt(
                "outbox_default",
                () -> purge("outbox_default", () -> tables.partitions().deleteStray(properties.outboxDays(), BATCH)));
        attempt(
                "idempotency_keys",
                () -> purge("idempotency_keys", () -> tables.keys().deleteOlderThan(properties.keysKept(), BATCH)));
        attempt(
                "the outbox's age",
                () -> oldestPartitionSeconds = tables.partitions().oldestAgeSeconds());
    }

    private void makePartitions() {
        transactions.executeWithoutResult(transaction -> {
            if (tables.turn().take("outbox_partitions")) {
                tables.partitions().makeAhead(properties.outboxDaysAhead());
            }
        });
    }

    private int dropPartition() {
        var dropped = tables.partitions().dropOldest(properties.outboxDays());
        dropped.ifPresent(
                name -> log.info("Dropped {}: relayed and more than {} days old", name, properties.outboxDays()));
        return dropped.isPresent() ? 1 : 0;
    }

    private void attempt(String what, Runnable work) {
        try {
            work.run();
        } catch (DataAccessException | TransactionException e) {
            log.warn("Housekeeping of {} could not work and tries again in the next round: {}", what, e.getMessage());
        }
    }

    private void purge(String table, IntSupplier step) {
        for (var steps = 0; steps < STEPS_MAX; steps++) {
            var count = transactions.execute(transaction -> tables.turn().take(table) ? step.getAsInt() : 0);
            deleted(table, count);
            if (count == 0) {
                return;
            }
        }
    }

    private void deleted(String table, int count) {
        metrics.counter("payonce_housekeeping_deleted", "table", table).increment(count);
    }
}
