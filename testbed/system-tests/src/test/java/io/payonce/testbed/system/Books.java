package io.payonce.testbed.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Counts every effect of a set of payments, at the provider, in the tables and in the topics. */
final class Books {
    private static final Duration SETTLE_TIME_MAX = Duration.ofMinutes(3);

    private final SystemStack stack;
    private final List<String> payments;
    private final String list;

    Books(SystemStack stack, Collection<String> payments) {
        this.stack = stack;
        this.payments = List.copyOf(payments);
        this.list = payments.stream().map(id -> "'" + id + "'").collect(Collectors.joining(","));
    }

    Books awaitAll(String status) {
        await().atMost(SETTLE_TIME_MAX)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> count("payment_sessions", "id", "status = '" + status + "'") == payments.size());
        return this;
    }

    long count(String table, String column, String condition) {
        return stack.count(
                "SELECT count(*) FROM payonce.%s WHERE %s IN (%s) AND %s".formatted(table, column, list, condition));
    }

    /** Per payment one provider payment, one key, one receipt, one paid order, one outcome; all of it in Kafka. */
    void assertEachPaidOnce() {
        assertEachRegisteredOnce();
        assertThat(count("accounting_entries", "payment_id", "entry_type = 'PaymentReceived'"))
                .isEqualTo(payments.size());
        assertThat(count("processed_events", "payment_id", "status = 'Completed'"))
                .isEqualTo(payments.size());
        var completed = outbox("payment.completed");
        assertThat(completed).hasSize(payments.size());
        assertDelivered("payonce.payment-events", completed);
    }

    /** Per payment one register command, one key and one provider payment. */
    void assertEachRegisteredOnce() {
        for (var payment : payments) {
            assertThat(stack.sandbox().ledger(payment)).as(payment).hasSize(1);
            assertThat(stack.sandbox().calls(payment, "register").stream()
                            .map(call -> call.path("idempotency_key").stringValue(""))
                            .distinct())
                    .as(payment)
                    .containsExactly(payment);
        }
        var commands = outbox("RegisterRequested");
        assertThat(commands).hasSize(payments.size());
        assertDelivered("payonce.commands", commands);
    }

    private Set<String> outbox(String type) {
        return new HashSet<>(
                stack.query("SELECT id::text FROM payonce.outbox WHERE type = '%s' AND payload->>'payment_id' IN (%s)"
                        .formatted(type, list)));
    }

    /** Each of these events is in the topic, at least once; how often does not matter. */
    private void assertDelivered(String topic, Set<String> events) {
        await().atMost(SETTLE_TIME_MAX)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(occurrences(topic).keySet()).containsAll(events));
    }

    /** How often each event id is in the topic. */
    Map<String, Integer> occurrences(String topic) {
        var found = new HashMap<String, Integer>();
        var settings = Map.<String, Object>of("bootstrap.servers", stack.kafka(), "enable.auto.commit", false);
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var open = new HashMap<>(consumer.endOffsets(partitions));
            while (!open.isEmpty()) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(event -> event.headers()
                                .headers("id")
                                .forEach(id ->
                                        found.merge(new String(id.value(), StandardCharsets.UTF_8), 1, Integer::sum)));
                open.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            }
        }
        return found;
    }
}
