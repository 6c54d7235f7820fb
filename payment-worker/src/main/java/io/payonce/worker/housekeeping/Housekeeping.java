package io.payonce.worker.housekeeping;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.store.HousekeepingTurn;
import io.payonce.worker.store.EndedOperations;
import io.payonce.worker.store.ProviderCalls;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Deletes what is over and old: one instance at a time, each step a transaction of its own, by the database's clock.
 * What cannot be done now is done in the next round. {@code processed_events} stays for ever: it knows a command that
 * is delivered once more, however late.
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

    Housekeeping(
            Tables tables, HousekeepingProperties properties, TransactionTemplate transactions, MeterRegistry metrics) {
        this.tables = tables;
        this.properties = properties;
        this.transactions = transactions;
        this.metrics = metrics;
        deleted("provider_operations", 0);
        deleted("provider_calls", 0);
    }

    /** What is kept in order. */
    @Component
    record Tables(HousekeepingTurn turn, EndedOperations operations, ProviderCalls calls) {}

    /** One round; what fails is logged and hinders nothing else. */
    void runOnce() {
        purge("provider_operations", () -> tables.operations().deleteChecksOlderThan(properties.checksKept(), BATCH));
        purge("provider_operations", () -> tables.operations().deleteOlderThan(properties.operationsKept(), BATCH));
        purge("provider_calls", () -> tables.calls().deleteOlderThan(properties.callsKept(), BATCH));
    }

    private void purge(String table, IntSupplier step) {
        try {
            for (var steps = 0; steps < STEPS_MAX; steps++) {
                var count = transactions.execute(transaction -> tables.turn().take(table) ? step.getAsInt() : 0);
                deleted(table, count);
                if (count == 0) {
                    return;
                }
            }
        } catch (DataAccessException | TransactionException e) {
            log.warn("Housekeeping of {} could not work and tries again in the next round: {}", table, e.getMessage());
        }
    }

    private void deleted(String table, int count) {
        metrics.counter("payonce_housekeeping_deleted", "table", table).increment(count);
    }
}
