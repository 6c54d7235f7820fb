package io.payonce.testbed.lab.history;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads all topics from the first record on; a later look goes on where the last one ended. One thread only. */
public final class TopicReader implements AutoCloseable {
    private static final List<String> TOPICS = List.of(Broker.COMMANDS, Broker.REPORTS, Broker.PAYMENT_EVENTS);
    private static final String DEAD_LETTERS = ".dlt";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long ADMIN_SECONDS_MAX = 10;

    private static final String OURS = "payonce-";

    /** A group per process, for its waiting clients: it never catches up once the process is gone. */
    private static final String OF_A_PROCESS = "payonce-wakeups-";

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Admin admin;
    private final List<Broker.Message> messages = new ArrayList<>();
    private final List<Broker.Message> deadLetters = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();

    public TopicReader(String bootstrapServers) {
        Map<String, Object> properties = Map.of("bootstrap.servers", bootstrapServers);
        consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        admin = Admin.create(properties);
    }

    /** Reads up to the present ends of the topics. */
    public void catchUp() {
        assign();
        var ends = consumer.endOffsets(consumer.assignment());
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(this::take);
        }
    }

    private void assign() {
        var partitions = consumer.listTopics().entrySet().stream()
                .filter(topic -> TOPICS.contains(topic.getKey().replace(DEAD_LETTERS, "")))
                .flatMap(topic -> topic.getValue().stream())
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        if (!consumer.assignment().containsAll(partitions)) {
            messages.clear();
            deadLetters.clear();
            ids.clear();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        var value = record.value() == null ? "" : new String(record.value(), StandardCharsets.UTF_8);
        Optional<Event> event = Event.of(value);
        var message = new Broker.Message(record.topic(), record.partition(), record.offset(), event, value);
        if (record.topic().endsWith(DEAD_LETTERS)) {
            deadLetters.add(message);
        } else {
            messages.add(message);
            event.ifPresent(known -> ids.add(known.id()));
        }
    }

    /** True if an event was seen in its topic. */
    public boolean hasSeen(String eventId) {
        return ids.contains(eventId);
    }

    /** Where groups are behind the ends of the topics. */
    public List<Broker.Lag> lags() {
        var ends = consumer.endOffsets(consumer.assignment());
        var lags = new ArrayList<Broker.Lag>();
        try {
            for (var group : groups()) {
                var offsets = admin.listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
                        .partitionsToOffsetAndMetadata(group)
                        .get(ADMIN_SECONDS_MAX, TimeUnit.SECONDS);
                offsets.forEach((partition, offset) -> {
                    var left = offset == null ? 0 : ends.getOrDefault(partition, 0L) - offset.offset();
                    if (left > 0) {
                        lags.add(new Broker.Lag(group, partition.topic(), partition.partition(), left));
                    }
                });
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the broker does not tell how far its consumers are", e);
        }
        return lags;
    }

    private List<String> groups() throws InterruptedException, ExecutionException, TimeoutException {
        return admin.listGroups().all().get(ADMIN_SECONDS_MAX, TimeUnit.SECONDS).stream()
                .map(GroupListing::groupId)
                .filter(group -> group.startsWith(OURS) && !group.startsWith(OF_A_PROCESS))
                .toList();
    }

    /** Everything read so far. */
    public Broker read(List<Broker.Lag> lags) {
        return new Broker(List.copyOf(messages), List.copyOf(deadLetters), lags);
    }

    @Override
    public void close() {
        consumer.close();
        admin.close();
    }
}
