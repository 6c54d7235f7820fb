package io.payonce.command.relay;

import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import java.io.IOException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The outbox's inserts as PostgreSQL's log has them, read by an embedded Debezium. The slot itself remembers the
 * position: what is not confirmed there is delivered again to whoever reads next.
 */
@Component
class OutboxStream {
    private static final Logger log = LoggerFactory.getLogger(OutboxStream.class);

    private final RelayProperties properties;
    private final DatabaseAddress database;
    private final OutboxPublisher.Factory publishers;
    private final AtomicReference<Term> current = new AtomicReference<>();
    private volatile boolean stopped;

    OutboxStream(RelayProperties properties, DatabaseAddress database, OutboxPublisher.Factory publishers) {
        this.properties = properties;
        this.database = database;
        this.publishers = publishers;
    }

    private record Term(DebeziumEngine<RecordChangeEvent<SourceRecord>> engine, OutboxPublisher publisher) {
        /** Gives up what is being sent: it stays unconfirmed and is delivered again. */
        void end() {
            publisher.abort();
            try {
                engine.close();
            } catch (IOException | IllegalStateException e) {
                log.debug("The engine was closing already", e);
            }
        }
    }

    /**
     * Returns when the slot or the broker is lost for good, or when {@link #stop} or {@link #endTerm} was called.
     *
     * @param held is told once, when the first change or heartbeat proves that the slot is held here
     */
    void runUntilLost(Runnable held) {
        try (var publisher = publishers.create(held)) {
            var engine = DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
                    .using(settings())
                    .using((success, message, error) -> {
                        if (!success && !stopped) {
                            log.warn("The outbox stream ended and starts again: {}", message, error);
                        }
                    })
                    .notifying(publisher)
                    .build();
            var term = new Term(engine, publisher);
            current.set(term);
            if (stopped) {
                return;
            }
            log.info("Relaying the outbox from slot {}", properties.slot());
            engine.run();
        } finally {
            current.set(null);
        }
    }

    void stop() {
        stopped = true;
        endTerm();
    }

    /** Gives the slot back; the next term starts with a look at it. */
    void endTerm() {
        var term = current.get();
        if (term != null) {
            term.end();
        }
    }

    private Properties settings() {
        var settings = new Properties();
        settings.setProperty("name", "payonce-outbox");
        settings.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
        // Names the connector's metrics in this process; two of one name would wait for each other.
        settings.setProperty("topic.prefix", properties.slot());
        settings.setProperty("database.hostname", database.host());
        settings.setProperty("database.port", Integer.toString(database.port()));
        settings.setProperty("database.dbname", database.name());
        settings.setProperty("database.user", properties.user());
        settings.setProperty("database.password", properties.password());
        // A paused holder keeps its connection: the server ends it, whatever its own default says.
        settings.setProperty(
                "driver.options",
                "-c wal_sender_timeout=" + properties.holderTimeout().toMillis());
        settings.setProperty("plugin.name", "pgoutput");
        settings.setProperty("slot.name", properties.slot());
        settings.setProperty("publication.name", SlotAudit.PUBLICATION);
        settings.setProperty("publication.autocreate.mode", "disabled");
        settings.setProperty("table.include.list", "payonce.outbox");
        settings.setProperty("snapshot.mode", "no_data");
        settings.setProperty("tombstones.on.delete", "false");
        settings.setProperty("provide.transaction.metadata", "false");
        settings.setProperty("offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");
        settings.setProperty("offset.flush.interval.ms", "0");
        settings.setProperty(
                "poll.interval.ms", Long.toString(properties.pollInterval().toMillis()));
        settings.setProperty("max.batch.size", "2048");
        settings.setProperty("max.queue.size", "8192");
        settings.setProperty("heartbeat.interval.ms", "1000");
        settings.setProperty("status.update.interval.ms", "1000");
        // Failing fast hands the slot to a standby; this class' caller starts again.
        settings.setProperty("slot.max.retries", "0");
        settings.setProperty("errors.max.retries", "0");
        return settings;
    }
}
