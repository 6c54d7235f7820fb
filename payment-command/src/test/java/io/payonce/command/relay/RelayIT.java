package io.payonce.command.relay;

import static io.payonce.command.Api.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.command.Api;
import io.payonce.command.TestStack;
import io.payonce.command.store.RelayState;
import io.payonce.command.store.ReplicationSlot;
import io.payonce.command.wait.Wakeups;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.Reading;
import io.payonce.schema.event.Topics;
import io.payonce.testbed.servers.TestServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** What is committed to the outbox reaches Kafka, also across a lost slot; what is rolled back does not. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class RelayIT {
    private static final TestStack STACK = new TestStack();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static @Nullable Relay restarted;

    @LocalServerPort
    int port;

    @Autowired
    Relay relay;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        STACK.describe(properties);
    }

    @Test
    void createIsRelayedWithItsHeaders() {
        var payment = new Api(port).create(order("relay-1")).text("id");

        var record = awaitRecord(payment);

        assertThat(record.key()).isEqualTo(payment);
        var envelope = read(record);
        assertThat(envelope.paymentId()).hasToString(payment);
        assertThat(envelope.sequence()).isEqualTo(1);
        assertThat(new String(
                        record.headers().lastHeader(Topics.HEADER_ID).value(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo(envelope.eventId().toString());
        assertThat(new String(
                        record.headers().lastHeader(Topics.HEADER_TYPE).value(),
                        java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("RegisterRequested");
    }

    /** What is not delivered must not count as confirmed, or a gap that follows would not be sent again. */
    @Test
    void confirmedTimeStandsStillWhileNobodyRelays() {
        awaitRecord(new Api(port).create(order("relay-4")).text("id"));
        runningRelay().stop();

        new Api(port).create(order("relay-5"));
        var unconfirmed =
                STACK.query("SELECT max(created_at) FROM payonce.outbox").getFirst();
        for (var look = 0; look < 5; look++) {
            monitor.runOnce();
        }

        assertThat(STACK.query("SELECT confirmed_at < '" + unconfirmed + "' FROM payonce.relay_state"))
                .containsExactly("t");
        restartedRelay();
    }

    @Test
    void rolledBackEventIsNotRelayed() {
        STACK.execute("BEGIN; INSERT INTO payonce.outbox (id, topic, message_key, type, payload, sequence) VALUES"
                + " ('" + UUID.randomUUID() + "', '" + Topics.COMMANDS
                + "', 'ghost', 'CheckRequested', '{}', 1); ROLLBACK");
        var payment = new Api(port).create(order("relay-2")).text("id");

        awaitRecord(payment);

        assertThat(records()).noneMatch(record -> "ghost".equals(record.key()));
    }

    @Test
    void eventsOfALostSlotAreSentAgainAndTheGapIsAnIncident() {
        var before = new Api(port).create(order("relay-3")).text("id");
        awaitRecord(before);

        runningRelay().stop();
        STACK.execute("SELECT pg_drop_replication_slot('" + STACK.database().name() + "')");
        var ids = new HashSet<String>();
        for (var i = 0; i < 10; i++) {
            ids.add(new Api(port).create(order("gap-" + i)).text("id"));
        }
        restartedRelay();

        ids.forEach(this::awaitRecord);
        awaitIncident();
        assertThat(STACK.query("SELECT gap_since FROM payonce.relay_state")).containsExactly((String) null);
    }

    /** Somebody, or some tool, makes a slot of the same name: it looks healthy and knows nothing of what was before. */
    @Test
    void slotMadeAnewByHandIsRecognised() {
        awaitRecord(new Api(port).create(order("relay-6")).text("id"));
        runningRelay().stop();
        monitor.runOnce();
        var slot = "('" + STACK.database().name() + "'";
        STACK.execute("SELECT pg_drop_replication_slot" + slot + ")");
        var missed = new Api(port).create(order("relay-7")).text("id");
        STACK.execute("SELECT pg_create_logical_replication_slot" + slot + ", 'pgoutput')");
        for (var look = 0; look < 3; look++) {
            monitor.runOnce();
        }

        restartedRelay();

        awaitRecord(missed);
        await(() -> STACK.query("SELECT gap_since FROM payonce.relay_state").getFirst() == null);
        assertThat(STACK.count("incidents WHERE kind = 'RELAY_GAP'")).isPositive();
    }

    /** A repair that was paused for long must not close a gap that was opened after its own. */
    @Test
    void repairOfAnEarlierGapClosesNoLaterOne() {
        var slotNow = slot.find(STACK.database().name()).orElseThrow();
        runningRelay().stop();
        state.markGap(STACK.database().name());
        var since = state.gapSince(STACK.database().name()).orElseThrow();

        assertThat(state.closeGap(STACK.database().name(), since.minusSeconds(1), slotNow, slot.systemIdentifier()))
                .isFalse();
        assertThat(state.hasGap(STACK.database().name())).isTrue();
        assertThat(state.closeGap(STACK.database().name(), since, slotNow, slot.systemIdentifier()))
                .isTrue();
        restartedRelay();
    }

    @Autowired
    ReplicationSlot slot;

    @Autowired
    RelayState state;

    @Autowired
    SlotAudit audit;

    @Autowired
    RelayMonitor monitor;

    @Autowired
    Relay.Broker broker;

    @Autowired
    Wakeups wakeups;

    @Autowired
    OutboxPublisher.Factory publishers;

    @Autowired
    RelayProperties properties;

    @Autowired
    DatabaseAddress database;

    /** A relay that was stopped stays so; a new process would have a new one. */
    private void restartedRelay() {
        restarted = new Relay(audit, new OutboxStream(properties, database, publishers), wakeups, properties, broker);
        restarted.start();
    }

    private Relay runningRelay() {
        return restarted == null ? relay : restarted;
    }

    @AfterAll
    static void stop() {
        if (restarted != null) {
            restarted.stop();
        }
    }

    private static void awaitIncident() {
        await(() -> !STACK.query("SELECT kind FROM payonce.incidents WHERE kind = 'RELAY_GAP'")
                .isEmpty());
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        org.awaitility.Awaitility.await().atMost(PATIENCE).until(condition::getAsBoolean);
    }

    private ConsumerRecord<String, byte[]> awaitRecord(String key) {
        var found = new ArrayList<ConsumerRecord<String, byte[]>>();
        await(() ->
                records().stream().filter(record -> key.equals(record.key())).anyMatch(found::add));
        return found.getFirst();
    }

    private static Envelope read(ConsumerRecord<String, byte[]> record) {
        return ((Reading.Read) new EventJson().read(record.value())).envelope();
    }

    private static List<ConsumerRecord<String, byte[]>> records() {
        var settings = Map.<String, Object>of(
                "bootstrap.servers", TestServers.kafka().bootstrapServers(), "enable.auto.commit", false);
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            var partitions = consumer.partitionsFor(Topics.COMMANDS).stream()
                    .map(info -> new org.apache.kafka.common.TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            var all = new ArrayList<ConsumerRecord<String, byte[]>>();
            Set<org.apache.kafka.common.TopicPartition> open = new HashSet<>(partitions);
            while (!open.isEmpty()) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
                open.removeIf(partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L));
            }
            return all;
        }
    }
}
