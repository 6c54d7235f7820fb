package io.payonce.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.broker.DeadLetters;
import io.payonce.schema.event.Topics;
import io.payonce.worker.TestSandbox;
import io.payonce.worker.Workbench;
import io.payonce.worker.WorkerApplication;
import io.payonce.worker.WorkerDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The packaged service's {@code redrive} beside a running service: no database, no port, only the letters. */
class RedriveIT {
    private static final byte[] BAD = {0, 1, (byte) 0xff};

    private static WorkerDatabase database;
    private static TestSandbox sandbox;
    private static TestTopics topics;
    private static ConfigurableApplicationContext service;

    @BeforeAll
    static void open(@TempDir Path data) {
        database = new WorkerDatabase();
        sandbox = new TestSandbox(data);
        topics = new TestTopics();
        topics.deleteAll();
        for (var topic : List.of(Topics.COMMANDS, Topics.PAYMENT_EVENTS)) {
            topics.create(topic);
            topics.create(Topics.deadLetters(topic));
        }
        service = new SpringApplicationBuilder(WorkerApplication.class)
                .profiles("local")
                .run(
                        "--PAYONCE_PORT=0",
                        "--PAYONCE_ADDRESS=127.0.0.1",
                        "--PAYONCE_KAFKA=" + topics.bootstrapServers(),
                        "--PAYONCE_DB_URL=" + database.url(),
                        "--PAYONCE_DB_PASSWORD=postgres",
                        "--PAYONCE_SANDBOX_URL=" + sandbox.url());
    }

    @AfterAll
    static void close() {
        service.close();
        topics.close();
        sandbox.close();
        database.close();
    }

    @Test
    void lettersAreShownThenSentAndComeBackCountedIfTheyFailAgain() throws Exception {
        topics.send(Topics.COMMANDS, "a", BAD);
        topics.send(Topics.COMMANDS, "b", BAD);
        Workbench.await(() -> letters().size() == 2);

        var shown = redrive();
        assertThat(shown.code()).isZero();
        assertThat(shown.lines("letter ")).hasSize(2).allMatch(line -> line.contains("redriven 0 times"));
        assertThat(shown.lines(Topics.deadLetters(Topics.PAYMENT_EVENTS))).hasSize(1);
        assertThat(topics.read(Topics.COMMANDS)).hasSize(2);

        var sent = redrive("--topic", Topics.COMMANDS, "--apply");
        assertThat(sent.code()).isZero();
        assertThat(sent.lines("redriven ")).hasSize(2);
        Workbench.await(() -> letters().size() == 4);
        assertThat(letters().subList(2, 4)).allSatisfy(letter -> {
            assertThat(letter.value()).isEqualTo(BAD);
            assertThat(header(letter, DeadLetters.REDRIVEN)).isEqualTo("1");
            assertThat(header(letter, DeadLetters.TIMESTAMP)).matches("[0-9]+");
        });

        assertThat(redrive("--apply", "--limit", "2").lines("redriven ")).hasSize(2);
        Workbench.await(() -> letters().size() == 6);
        assertThat(topics.read(Topics.COMMANDS)).hasSize(6);
    }

    @Test
    void argumentsAreExplainedOrRefusedWithoutAStart() throws Exception {
        var help = redrive("--help");
        assertThat(help.code()).isZero();
        assertThat(help.output()).contains("--per-second", Topics.COMMANDS, Topics.PAYMENT_EVENTS);

        var refused = redrive("--aply");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.output().lines()).singleElement().asString().contains("unknown option --aply");
    }

    private static List<ConsumerRecord<byte[], byte[]>> letters() {
        var letters = new ArrayList<>(topics.read(Topics.deadLetters(Topics.COMMANDS)));
        letters.sort(java.util.Comparator.comparingLong(ConsumerRecord::timestamp));
        return letters;
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private record Ended(int code, String output) {
        List<String> lines(String start) {
            return output.lines().filter(line -> line.startsWith(start)).toList();
        }
    }

    /** The jar with the broker's address and nothing else in its environment: no secret, no database. */
    private static Ended redrive(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-jar",
                jar().toString(),
                "redrive"));
        command.addAll(List.of(arguments));
        var output = Files.createTempFile("redrive", ".log");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("PAYONCE_KAFKA", topics.bootstrapServers());
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
