package io.payonce.schema.broker;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.payonce.schema.event.Topics;
import io.payonce.testbed.servers.TestServers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;

/** A topic of its own with its dead letters, and a consumer that understands nothing. */
final class LetterBox implements AutoCloseable {
    static final int PARTITIONS = 3;

    final String topic = "redrive-" + UUID.randomUUID();
    private final Map<String, Object> settings =
            Map.of("bootstrap.servers", TestServers.kafka().bootstrapServers());
    private final DefaultKafkaProducerFactory<byte[], byte[]> producers =
            new DefaultKafkaProducerFactory<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    private final KafkaTemplate<byte[], byte[]> kafka = new KafkaTemplate<>(producers);
    private final DeadLetters deadLetters = new DeadLetters(kafka, Clock.systemUTC(), new SimpleMeterRegistry());
    private final Admin admin = Admin.create(settings);

    LetterBox() {
        create(topic);
        create(letters());
    }

    Map<String, Object> settings() {
        return settings;
    }

    /** For a sender that gives up soon. */
    Map<String, Object> impatientSettings() {
        var all = new HashMap<>(settings);
        all.put("max.block.ms", 3000);
        return all;
    }

    String letters() {
        return Topics.deadLetters(topic);
    }

    private void create(String name) {
        done(admin.createTopics(List.of(new NewTopic(name, PARTITIONS, (short) 1)))
                .all());
    }

    void delete(String name) {
        done(admin.deleteTopics(List.of(name)).all());
    }

    void send(String key, byte[] value) {
        var record = new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value);
        record.headers().add(Topics.HEADER_TYPE, "Dance".getBytes(StandardCharsets.UTF_8));
        kafka.send(record).join();
    }

    /** Makes a dead letter of every record from the given one on. */
    void refuseAll(int from, String reason) {
        var all = read(topic);
        all.subList(from, all.size()).forEach(record -> deadLetters.publish(record, reason));
    }

    /** Everything the topic holds now, in the order of its writing. */
    List<ConsumerRecord<byte[], byte[]>> read(String name) {
        try (var consumer =
                new KafkaConsumer<byte[], byte[]>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions = partitions(name);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var end = consumer.endOffsets(partitions);
            var all = new ArrayList<ConsumerRecord<byte[], byte[]>>();
            while (partitions.stream()
                    .anyMatch(partition -> consumer.position(partition) < end.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
            all.sort(java.util.Comparator.comparingLong(ConsumerRecord::timestamp));
            return all;
        }
    }

    Map<TopicPartition, OffsetAndMetadata> committed() {
        return done(admin.listConsumerGroupOffsets("payonce-redrive-" + topic).partitionsToOffsetAndMetadata());
    }

    private static List<TopicPartition> partitions(String name) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(name, partition))
                .toList();
    }

    static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        var header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
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
        producers.destroy();
        admin.close();
    }
}
