package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Restarts of every kind under Creates: a client sees 2xx or 503 and nothing else, and each order is paid once. */
@Tag("long")
class RestartIT {
    /** By default the two that clients and money lean on most; with {@code -Dpayonce.long=true} one after the other. */
    private static final List<String> SERVICES = Boolean.getBoolean("payonce.long")
            ? List.of(
                    "payment-command",
                    "payment-command-2",
                    "payment-worker",
                    "payment-worker-2",
                    "reconciler",
                    "reconciler-2",
                    "api-gateway-2")
            : List.of("payment-command", "payment-worker");

    private final SystemStack stack = SystemStack.shared();
    private final RelaySeat seat = new RelaySeat(stack);
    private final Shop shop = stack.shop();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void heal() {
        stack.sandbox().autopay(false);
        stack.heal();
    }

    /** C48, its second half; the first is {@link FirstStartIT}. */
    @Test
    void rollingRestartShowsOnlySuccessAnd503() {
        stack.sandbox().autopay(true);
        try (var traffic = Traffic.start(shop, "c48-" + run, 2000, 10)) {
            for (var service : SERVICES) {
                stack.stop(service);
                stack.up(service);
            }
            var payments = traffic.close(50);
            assertThat(traffic.statuses()).isSubsetOf(200, 201, 202, 503);
            assertThat(traffic.unanswered()).isEmpty();
            new Books(stack, payments).awaitAll("Completed").assertEachPaidOnce();
        }
        seat.awaitHolder();
        assertThat(stack.count("SELECT count(*) FROM pg_replication_slots WHERE active"))
                .isEqualTo(1);
    }

    /** The server ends without writing anything down, as after a power cut, and recovers from its log. */
    @Test
    void databaseIsStoppedImmediatelyUnderCreates() {
        stack.sandbox().autopay(true);
        try (var traffic = Traffic.start(shop, "crash-" + run, 100, 40)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> traffic.accepted() >= 30);
            stack.stop("postgres", "QUIT");
            stack.up("postgres");

            var payments = traffic.finish();
            assertThat(traffic.statuses()).isSubsetOf(200, 201, 202, 503);
            new Books(stack, payments).awaitAll("Completed").assertEachPaidOnce();
        }
    }

    /** Even without its memory of what took effect, and with every event once more, nothing happens twice. */
    @Test
    void everyEventOnceMoreWithoutTheProcessedEventsDoublesNothing() throws Exception {
        var paid = created("replay", 10);
        var failed = created("refused", 5);
        new Books(stack, paid).awaitAll("Registered");
        new Books(stack, failed).awaitAll("Registered");
        paid.forEach(stack.sandbox()::pay);
        failed.forEach(payment -> stack.sandbox().act(payment, "decline"));
        new Books(stack, paid).awaitAll("Completed").assertEachPaidOnce();
        new Books(stack, failed).awaitAll("Failed");
        var before = fingerprint();
        var consumers = List.of("payment-worker", "payment-worker-2", "reconciler", "reconciler-2");

        consumers.forEach(stack::kill);
        stack.execute("DELETE FROM payonce.processed_events WHERE payment_id IN (SELECT id"
                + " FROM payonce.payment_sessions WHERE order_id LIKE '%-" + run + "-%')");
        rewind("payonce-worker", "payonce.commands");
        rewind("payonce-reconciler", "payonce.provider-reports");
        stack.heal();

        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(1))
                .until(this::allIsConsumed);
        assertThat(fingerprint()).isEqualTo(before);
        assertThat(new Books(stack, paid).count("accounting_entries", "payment_id", "true"))
                .isEqualTo(10);
        assertThat(new Books(stack, failed).count("accounting_entries", "payment_id", "true"))
                .isZero();
        paid.forEach(payment -> assertThat(stack.sandbox().ledger(payment)).hasSize(1));
        paid.forEach(payment ->
                assertThat(stack.sandbox().calls(payment, "register")).hasSize(1));
    }

    /** What this run's payments came to: their rows, and the events about them. */
    private List<String> fingerprint() {
        return stack.query("SELECT s.id || s.status || s.version || (SELECT count(*) FROM payonce.outbox AS o"
                + " WHERE o.message_key = s.order_id) FROM payonce.payment_sessions AS s"
                + " WHERE s.order_id LIKE '%-" + run + "-%' ORDER BY s.id");
    }

    private List<String> created(String prefix, int orders) {
        return IntStream.range(0, orders)
                .mapToObj(i -> shop.create(eur(prefix + "-" + run + "-" + i)).text("id"))
                .toList();
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", (Object) stack.kafka()));
    }

    /** A group whose members were killed is empty only when the broker has missed them. */
    private void rewind(String group, String topic) {
        await().atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    try (var admin = admin()) {
                        var offsets =
                                admin
                                        .listConsumerGroupOffsets(group)
                                        .partitionsToOffsetAndMetadata()
                                        .get()
                                        .keySet()
                                        .stream()
                                        .filter(partition -> partition.topic().equals(topic))
                                        .collect(java.util.stream.Collectors.toMap(
                                                partition -> partition, partition -> new OffsetAndMetadata(0)));
                        admin.alterConsumerGroupOffsets(group, offsets).all().get();
                        return true;
                    } catch (ExecutionException e) {
                        return false;
                    }
                });
    }

    private boolean allIsConsumed() throws Exception {
        return isConsumed("payonce-worker", "payonce.commands")
                && isConsumed("payonce-reconciler", "payonce.provider-reports")
                && stack.count("SELECT count(*) FROM payonce.provider_operations WHERE state = 'Open'"
                                + " AND order_id LIKE '%-" + run + "-%'")
                        == 0;
    }

    private boolean isConsumed(String group, String topic) throws Exception {
        try (var admin = admin()) {
            var read = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
            var ends = admin.listOffsets(read.keySet().stream()
                            .filter(partition -> partition.topic().equals(topic))
                            .collect(java.util.stream.Collectors.<TopicPartition, TopicPartition, OffsetSpec>toMap(
                                    partition -> partition, partition -> OffsetSpec.latest())))
                    .all()
                    .get();
            return ends.entrySet().stream().allMatch(end -> {
                var position = read.get(end.getKey());
                return position != null && position.offset() >= end.getValue().offset();
            });
        }
    }
}
