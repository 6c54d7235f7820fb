package io.payonce.reconciler.apply;

import static org.awaitility.Awaitility.await;

import io.payonce.reconciler.ReportBench;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.Topics;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.testbed.servers.TestServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** What is no report goes to the dead letters; what stands behind it is applied all the same. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE)
class DeadLettersIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final byte[] BAD_KEY = {0};
    private static final ReportBench BENCH = new ReportBench();

    @Autowired
    KafkaTemplate<byte[], byte @Nullable []> kafka;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        BENCH.describe(properties);
    }

    /** C28. */
    @Test
    void recordsThatAreNoReportsBlockNobody() {
        var sessions = IntStream.range(0, 12).mapToObj(i -> BENCH.stored()).toList();
        var before = deadLetters();
        for (var partition = 0; partition < Topics.PARTITIONS; partition++) {
            for (var bad : new byte[][] {
                {0, 1, 2, (byte) 0xff},
                "{\"cut".getBytes(StandardCharsets.UTF_8),
                "{\"type\":\"Unheard\"}".getBytes(StandardCharsets.UTF_8),
                {}
            }) {
                kafka.send(new ProducerRecord<>(Topics.PROVIDER_REPORTS, partition, BAD_KEY, bad))
                        .join();
            }
            kafka.send(new ProducerRecord<>(Topics.PROVIDER_REPORTS, partition, BAD_KEY, null))
                    .join();
        }
        for (var session : sessions) {
            var envelope = BENCH.report(session, Source.CALLBACK, ProviderState.PAID, ReportBench.MONEY);
            kafka.send(
                            Topics.PROVIDER_REPORTS,
                            envelope.key().getBytes(StandardCharsets.UTF_8),
                            new EventJson().write(envelope).getBytes(StandardCharsets.UTF_8))
                    .join();
        }

        await().atMost(PATIENCE)
                .until(() -> sessions.stream()
                        .allMatch(session -> BENCH.status(session).equals("Completed")));
        await().atMost(PATIENCE).until(() -> deadLetters() - before == 5L * Topics.PARTITIONS);
        sessions.forEach(BENCH::assertPaidOnce);
    }

    private static long deadLetters() {
        try (var admin =
                Admin.create(Map.of("bootstrap.servers", TestServers.kafka().bootstrapServers()))) {
            var topic = Topics.deadLetters(Topics.PROVIDER_REPORTS);
            var latest = IntStream.range(0, Topics.PARTITIONS)
                    .mapToObj(partition -> new org.apache.kafka.common.TopicPartition(topic, partition))
                    .collect(java.util.stream.Collectors.toMap(
                            partition -> partition, partition -> org.apache.kafka.clients.admin.OffsetSpec.latest()));
            return admin.listOffsets(latest).all().get(20, TimeUnit.SECONDS).values().stream()
                    .mapToLong(end -> end.offset())
                    .sum();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
