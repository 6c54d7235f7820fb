package io.payonce.command.relay;

import io.debezium.engine.DebeziumEngine.ChangeConsumer;
import io.debezium.engine.DebeziumEngine.RecordCommitter;
import io.debezium.engine.RecordChangeEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.connect.source.SourceRecord;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;

/**
 * Sends a batch of outbox rows and confirms it only when the broker has acknowledged every one. While the broker is
 * away the producer keeps trying by itself: giving up and sending again from outside could change the order of a key.
 */
final class OutboxPublisher implements ChangeConsumer<RecordChangeEvent<SourceRecord>>, AutoCloseable {
    private final Producer<String, byte[]> producer;
    private final Checkpoint checkpoint;
    private final Counter relayed;
    private final Runnable held;
    private boolean told;

    private OutboxPublisher(Producer<String, byte[]> producer, Checkpoint checkpoint, Counter relayed, Runnable held) {
        this.producer = producer;
        this.checkpoint = checkpoint;
        this.relayed = relayed;
        this.held = held;
    }

    /** Makes a publisher per term: after a failure nothing of the old producer's state may live on. */
    @Component
    static class Factory {
        private final KafkaProperties kafka;
        private final Checkpoint checkpoint;
        private final Counter relayed;

        Factory(KafkaProperties kafka, Checkpoint checkpoint, MeterRegistry metrics) {
            this.kafka = kafka;
            this.checkpoint = checkpoint;
            this.relayed = metrics.counter("payonce_relay_events");
        }

        /** @param held is told when the first batch arrives */
        OutboxPublisher create(Runnable held) {
            return new OutboxPublisher(producer(), checkpoint, relayed, held);
        }

        Producer<String, byte[]> producer() {
            return new KafkaProducer<>(
                    Map.ofEntries(
                            Map.entry(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.getBootstrapServers()),
                            Map.entry(ProducerConfig.ACKS_CONFIG, "all"),
                            Map.entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true),
                            Map.entry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE),
                            Map.entry(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE),
                            Map.entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000),
                            Map.entry(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500L),
                            Map.entry(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 500L),
                            Map.entry(ProducerConfig.METADATA_MAX_AGE_CONFIG, 10_000L),
                            Map.entry(ProducerConfig.LINGER_MS_CONFIG, 0L),
                            Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, 64 * 1024),
                            Map.entry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4")),
                    new StringSerializer(),
                    new ByteArraySerializer());
        }
    }

    @Override
    public void handleBatch(
            List<RecordChangeEvent<SourceRecord>> batch, RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
            throws InterruptedException {
        if (!told) {
            told = true;
            held.run();
        }
        var rows = batch.stream()
                .flatMap(change -> OutboxRow.of(change.record()).stream())
                .toList();
        // Heartbeats come in batches of their own, and need to be confirmed only.
        if (!rows.isEmpty()) {
            send(rows);
        }
        for (var change : batch) {
            committer.markProcessed(change);
        }
        if (!rows.isEmpty()) {
            checkpoint.reach(Point.R4_MARKED);
        }
        committer.markBatchFinished();
        relayed.increment(rows.size());
    }

    private void send(List<OutboxRow> rows) throws InterruptedException {
        checkpoint.reach(Point.R1_BATCH_RECEIVED);
        var sent = new ArrayList<Future<RecordMetadata>>(rows.size());
        for (var row : rows) {
            sent.add(producer.send(row.toKafka()));
            if (sent.size() == (rows.size() + 1) / 2) {
                checkpoint.reach(Point.R2_HALF_SENT);
            }
        }
        producer.flush();
        for (var acknowledged : sent) {
            check(acknowledged);
        }
        checkpoint.reach(Point.R3_ACKED);
    }

    private static void check(Future<RecordMetadata> acknowledged) throws InterruptedException {
        try {
            acknowledged.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an event was not acknowledged; the batch is delivered again", e);
        }
    }

    /** Gives up what is being sent; it stays unconfirmed and is delivered again. */
    void abort() {
        producer.close(Duration.ZERO);
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
