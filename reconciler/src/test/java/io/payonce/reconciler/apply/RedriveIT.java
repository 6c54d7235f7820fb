package io.payonce.reconciler.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.broker.DeadLetters;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.event.Topics;
import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import io.payonce.testbed.servers.TestServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The packaged service's {@code redrive}: no database, no port, only the letters. */
class RedriveIT {
    private static final Map<String, Object> BROKER =
            Map.of("bootstrap.servers", TestServers.kafka().bootstrapServers());
    private static final String RUN = UUID.randomUUID().toString();
    private static final String LETTERS = Topics.deadLetters(Topics.PROVIDER_REPORTS);

    @BeforeAll
    static void topics() throws Exception {
        try (var admin = Admin.create(BROKER)) {
            var known = admin.listTopics().names().get(30, TimeUnit.SECONDS);
            admin.createTopics(List.of(Topics.PROVIDER_REPORTS, LETTERS).stream()
                            .filter(topic -> !known.contains(topic))
                            .map(topic -> new NewTopic(topic, Optional.of(Topics.PARTITIONS), Optional.empty()))
                            .toList())
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    /** Other tests' letters may lie beside these, and their service may take what is sent back. */
    @Test
    void lettersAreShownThenSentAndNeverTwice() throws Exception {
        letter("a", 0);
        letter("b", 0);
        letter("worn", 3);

        var shown = redrive();
        assertThat(shown.code()).isZero();
        assertThat(mine(shown, "letter ")).hasSize(2);
        assertThat(mine(shown, "skipped ")).hasSize(1);
        assertThat(sentBack()).isEmpty();

        var sent = redrive("--apply");
        assertThat(sent.code()).isZero();
        assertThat(mine(sent, "redriven ")).hasSize(2);
        assertThat(sentBack()).hasSize(2).allSatisfy(record -> {
            assertThat(record.headers().lastHeader(DeadLetters.REDRIVEN)).isNotNull();
            assertThat(record.headers().lastHeader(DeadLetters.REASON)).isNull();
        });

        assertThat(mine(redrive("--apply"), "")).isEmpty();
        assertThat(sentBack()).hasSize(2);
    }

    @Test
    void wrongArgumentsAreRefusedAndABrokerThatIsAwayIsAFailure() throws Exception {
        assertThat(redrive("--topic", Topics.COMMANDS).code()).isEqualTo(2);
        var away = run("127.0.0.1:1");
        assertThat(away.code()).isEqualTo(1);
        assertThat(away.lines("redrive: ")).hasSize(1);
    }

    /** A report about nobody: whoever takes it writes it down as an incident. */
    private static void letter(String key, int times) throws Exception {
        var report = new Envelope(
                UUID.randomUUID(),
                new PaymentId(UUID.randomUUID()),
                new OrderId("nobody"),
                0,
                Instant.now(),
                new ProviderReported("sandbox", Observation.bare(Source.STATUS, ProviderState.OPEN), null, null),
                null);
        var letter = new ProducerRecord<>(LETTERS, bytes(RUN + key), bytes(new EventJson().write(report)));
        letter.headers().add(DeadLetters.REASON, bytes("test " + RUN));
        letter.headers().add(DeadLetters.REDRIVEN, bytes(Integer.toString(times)));
        try (var producer = new KafkaProducer<>(BROKER, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(letter).get(30, TimeUnit.SECONDS);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> mine(Ended ended, String start) {
        return ended.lines(start).stream().filter(line -> line.contains(RUN)).toList();
    }

    private static List<ConsumerRecord<byte[], byte[]>> sentBack() {
        return records(Topics.PROVIDER_REPORTS).stream()
                .filter(record -> record.key() != null)
                .filter(record -> new String(record.key(), StandardCharsets.UTF_8).startsWith(RUN))
                .toList();
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        try (var consumer =
                new KafkaConsumer<byte[], byte[]>(BROKER, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
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

    private record Ended(int code, String output) {
        List<String> lines(String start) {
            return output.lines().filter(line -> line.startsWith(start)).toList();
        }
    }

    private static Ended redrive(String... arguments) throws IOException, InterruptedException {
        return run(TestServers.kafka().bootstrapServers(), arguments);
    }

    /** The jar with the broker's address and nothing else in its environment: no database. */
    private static Ended run(String broker, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-jar",
                jar().toString(),
                "redrive"));
        command.addAll(List.of(arguments));
        var output = Files.createTempFile("redrive", ".log");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("PAYONCE_KAFKA", broker);
        var process = builder.start();
        try {
            assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
            return new Ended(process.exitValue(), Files.readString(output));
        } finally {
            process.destroyForcibly();
            Files.delete(output);
        }
    }

    private static Path jar() throws IOException {
        try (var files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.toString().endsWith("-app.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
