package io.payonce.gateway.callback;

import io.payonce.schema.event.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The topic of provider reports, made as payment-command makes it, and all that is in it for one payment. */
final class TestTopic {
    private final Map<String, Object> settings;

    TestTopic(String bootstrapServers) {
        this.settings = Map.of("bootstrap.servers", bootstrapServers);
    }

    TestTopic create() {
        try (var admin = Admin.create(settings)) {
            admin.createTopics(List.of(
                            new NewTopic(Topics.PROVIDER_REPORTS, Optional.of(Topics.PARTITIONS), Optional.empty())))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return this;
    }

    /** Everything there is at this moment with the key. */
    List<ConsumerRecord<String, byte[]>> read(String key) {
        return all().stream().filter(record -> key.equals(record.key())).toList();
    }

    List<ConsumerRecord<String, byte[]>> all() {
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            var partitions = IntStream.range(0, Topics.PARTITIONS)
                    .mapToObj(partition -> new TopicPartition(Topics.PROVIDER_REPORTS, partition))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var end = consumer.endOffsets(partitions);
            var all = new ArrayList<ConsumerRecord<String, byte[]>>();
            while (partitions.stream()
                    .anyMatch(partition -> consumer.position(partition) < end.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
            return all;
        }
    }
}
