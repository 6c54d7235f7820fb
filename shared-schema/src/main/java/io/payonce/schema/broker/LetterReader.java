package io.payonce.schema.broker;

import io.payonce.schema.event.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The letters of one topic, from the committed position to the end as it is now. It takes its partitions without the
 * group's help, so two readers at once read the same.
 */
final class LetterReader implements AutoCloseable {
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(15);
    private static final Duration POLL_TIME = Duration.ofMillis(500);
    private static final int EMPTY_POLLS_MAX = 60;
    private static final String GROUP_PREFIX = "payonce-redrive-";

    private final String topic;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Span> open = new HashMap<>();
    private final Map<TopicPartition, Long> unread = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> handled = new HashMap<>();

    /** What is to be read of a partition. */
    private record Span(long from, long end) {}

    /**
     * Looks where the letters begin and end.
     *
     * @throws KafkaException if the broker does not answer or the place to begin is none
     */
    LetterReader(Map<String, Object> settings, String topic, RedriveOptions options) {
        this.topic = topic;
        var own = new HashMap<>(settings);
        own.putAll(Map.of(
                ConsumerConfig.GROUP_ID_CONFIG,
                GROUP_PREFIX + topic,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                Math.min(options.perSecond(), 500),
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) ANSWERED_WITHIN.toMillis()));
        own.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        this.consumer = new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            plan(partitions(), options.from());
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    private Set<TopicPartition> partitions() {
        var known = Objects.requireNonNullElse(
                consumer.partitionsFor(Topics.deadLetters(topic)), List.<org.apache.kafka.common.PartitionInfo>of());
        return known.stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .collect(Collectors.toSet());
    }

    private void plan(Set<TopicPartition> partitions, RedriveOptions.@org.jspecify.annotations.Nullable Place place) {
        var begins = consumer.beginningOffsets(partitions);
        var ends = consumer.endOffsets(partitions);
        var commits = consumer.committed(partitions);
        for (var partition : partitions) {
            var commit = commits.get(partition);
            var begin = Objects.requireNonNull(begins.get(partition));
            unread.put(partition, commit == null ? begin : Math.max(begin, commit.offset()));
        }
        if (place == null) {
            unread.forEach((partition, offset) -> open(partition, offset, ends));
        } else {
            var partition = new TopicPartition(Topics.deadLetters(topic), place.partition());
            if (!partitions.contains(partition)) {
                throw new KafkaException("there is no partition " + partition);
            }
            open(partition, Math.max(place.offset(), Objects.requireNonNull(begins.get(partition))), ends);
        }
        consumer.assign(open.keySet());
        open.forEach((partition, span) -> consumer.seek(partition, span.from()));
    }

    private void open(TopicPartition partition, long from, Map<TopicPartition, Long> ends) {
        var end = Objects.requireNonNull(ends.get(partition));
        if (from < end) {
            open.put(partition, new Span(from, end));
        }
    }

    /** The next letters, in order within each partition; empty at the end. */
    List<Letter> next() {
        for (var polls = 0; polls < EMPTY_POLLS_MAX; polls++) {
            if (assigned().isEmpty()) {
                return List.of();
            }
            var letters = new ArrayList<Letter>();
            for (var record : consumer.poll(POLL_TIME)) {
                var letter = new Letter(topic, record);
                if (record.offset() < span(letter.partition()).end()) {
                    letters.add(letter);
                }
            }
            if (!letters.isEmpty()) {
                return letters;
            }
        }
        throw new KafkaException("the broker hands out no letters");
    }

    /** The partitions that are not read to their end yet. */
    private Set<TopicPartition> assigned() {
        var left = new HashSet<TopicPartition>();
        for (var partition : consumer.assignment()) {
            if (consumer.position(partition) < span(partition).end()) {
                left.add(partition);
            } else {
                consumer.pause(Set.of(partition));
            }
        }
        return left;
    }

    private Span span(TopicPartition partition) {
        return Objects.requireNonNull(open.get(partition), partition::toString);
    }

    /** The letter is done with; the next {@link #commit} moves past it. */
    void handled(Letter letter) {
        handled.put(letter.partition(), new OffsetAndMetadata(letter.record().offset() + 1));
    }

    /** Moves the position over what was handled, but never back, and never over letters nobody has handled. */
    void commit() {
        handled.entrySet().removeIf(entry -> {
            var position = Objects.requireNonNull(unread.get(entry.getKey()));
            return span(entry.getKey()).from() > position || entry.getValue().offset() <= position;
        });
        consumer.commitSync(handled);
        handled.clear();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
