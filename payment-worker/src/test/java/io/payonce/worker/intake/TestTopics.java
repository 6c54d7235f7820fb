package io.payonce.worker.intake;

import io.payonce.schema.event.Topics;
import io.payonce.testbed.servers.KafkaServer;
import io.payonce.testbed.servers.TestServers;
import io.payonce.worker.Workbench;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Topics of the shared broker, and what tests do with them. */
public final class TestTopics implements AutoCloseable {
    private final KafkaServer server = TestServers.kafka();
    private final Map<String, Object> settings = Map.of("bootstrap.servers", server.bootstrapServers());
    private final Admin admin = Admin.create(settings);
    private final KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());

    public String bootstrapServers() {
        return server.bootstrapServers();
    }

    public void deleteAll() {
        server.deleteAllTopics();
        Workbench.await(() -> done(admin.listTopics().names()).isEmpty());
    }

    public void create(String topic) {
        done(admin.createTopics(List.of(new NewTopic(topic, Optional.of(Topics.PARTITIONS), Optional.empty())))
                .all());
    }

    public void delete(String topic) {
        done(admin.deleteTopics(List.of(topic)).all());
        Workbench.await(() -> !done(admin.listTopics().names()).contains(topic));
    }

    public void send(String topic, String key, byte @Nullable [] value) {
        var record = new ProducerRecord<byte[], byte[]>(topic, key.getBytes(StandardCharsets.UTF_8), value);
        record.headers().add(Topics.HEADER_TRACEPARENT, "00-trace".getBytes(StandardCharsets.US_ASCII));
        try {
            producer.send(record).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Everything the topic holds now. */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        try (var consumer =
                new KafkaConsumer<byte[], byte[]>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions = IntStream.range(0, Topics.PARTITIONS)
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var end = consumer.endOffsets(partitions);
            var all = new ArrayList<ConsumerRecord<byte[], byte[]>>();
            while (partitions.stream()
                    .anyMatch(partition -> consumer.position(partition) < end.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
            return all;
        }
    }

    /** Whether the group has read, and committed as read, everything the topic holds now. */
    public boolean isReadBy(String group, String topic) {
        var committed = done(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        var last = done(admin.listOffsets(IntStream.range(0, Topics.PARTITIONS)
                        .mapToObj(partition -> new TopicPartition(topic, partition))
                        .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
                .all());
        return last.entrySet().stream()
                .filter(end -> end.getValue().offset() > 0)
                .allMatch(end -> {
                    var read = committed.get(end.getKey());
                    return read != null && read.offset() == end.getValue().offset();
                });
    }

    private static <T> T done(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        producer.close();
        admin.close();
    }
}
