package io.payonce.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.broker.DeadLetters;
import io.payonce.schema.event.Command;
import io.payonce.schema.event.Command.CheckRequested;
import io.payonce.schema.event.Command.RegisterRequested;
import io.payonce.schema.event.Command.ReverseRequested;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.event.Topics;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import io.payonce.worker.Some;
import io.payonce.worker.TestSandbox;
import io.payonce.worker.Workbench;
import io.payonce.worker.WorkerApplication;
import io.payonce.worker.WorkerDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.dao.QueryTimeoutException;

/** The whole service behind a real broker: each command counts once, bad records step aside, good ones go on. */
class CommandIntakeIT {
    private static WorkerDatabase database;
    private static TestSandbox sandbox;
    private static TestTopics topics;
    private static ConfigurableApplicationContext service;

    /** Lets the database fail the given number of times after the rows are written. */
    @TestConfiguration
    static class Failures {
        static final AtomicInteger TRANSIENT = new AtomicInteger();

        @Bean
        @Primary
        Checkpoint failures() {
            return point -> {
                if (point == Point.W2_OPERATION_WRITTEN && TRANSIENT.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new QueryTimeoutException("forced");
                }
            };
        }
    }

    @BeforeAll
    static void open(@TempDir Path data) {
        database = new WorkerDatabase();
        sandbox = new TestSandbox(data);
        topics = new TestTopics();
        topics.deleteAll();
        topics.create(Topics.COMMANDS);
        topics.create(Topics.deadLetters(Topics.COMMANDS));
        service = new SpringApplicationBuilder(WorkerApplication.class, Failures.class)
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
    void aCommandBecomesAPaymentAndAReport() {
        var session = Some.IDS.nextPayment();

        send(session, new RegisterRequested(attempt()));

        awaitCount(1, "outbox WHERE message_key = '" + session + "'");
        assertThat(sandbox.payments(session)).containsExactly("pending");
        assertThat(database.superuser()
                        .sql("SELECT headers ->> 'traceparent' FROM payonce.outbox WHERE message_key = :session")
                        .param("session", session.toString())
                        .query(String.class)
                        .single())
                .isEqualTo("00-trace");
    }

    @Test
    void aCommandDeliveredAgainChangesNothing() {
        var session = Some.IDS.nextPayment();
        var register = envelope(session, new RegisterRequested(attempt()));
        var reverse = envelope(session, new ReverseRequested(attempt(), session, false));
        send(register);
        awaitCount(1, "outbox WHERE message_key = '" + session + "'");
        send(reverse);
        awaitCount(2, "outbox WHERE message_key = '" + session + "'");

        send(register);
        send(reverse);
        send(session, new RegisterRequested(attempt()));
        send(session, new CheckRequested(attempt()));

        awaitCount(3, "outbox WHERE message_key = '" + session + "'");
        assertThat(database.count("provider_operations WHERE session_id = '" + session + "'"))
                .isEqualTo(3);
        assertThat(database.count("processed_events WHERE payment_id = '" + session + "'"))
                .isEqualTo(2);
        assertThat(sandbox.calls(session, "register")).hasSize(1);
        assertThat(sandbox.calls(session, "reverse")).hasSize(1);
    }

    @Test
    void whatIsNoCommandBecomesADeadLetterByteByByte() {
        var session = Some.IDS.nextPayment();
        var key = session.toString();
        var report = new EventJson().write(envelope(session, report()));
        var bad = new ArrayList<byte @Nullable []>(List.of(
                new byte[] {0, (byte) 0xff, 3},
                "{\"event_id\":".getBytes(StandardCharsets.UTF_8),
                "{\"type\":\"Dance\"}".getBytes(StandardCharsets.UTF_8),
                report.getBytes(StandardCharsets.UTF_8),
                new byte[0]));
        bad.add(null);

        var letters = deadLetters();

        bad.forEach(value -> topics.send(Topics.COMMANDS, key, value));
        send(session, new RegisterRequested(attempt()));

        awaitCount(1, "provider_operations WHERE session_id = '" + session + "' AND state = 'Done'");
        Workbench.await(() -> deadLetters() >= letters + bad.size());
        var mine = topics.read(Topics.deadLetters(Topics.COMMANDS)).stream()
                .filter(letter -> new String(letter.key(), StandardCharsets.UTF_8).equals(key))
                .toList();
        assertThat(mine).extracting(ConsumerRecord::value).containsExactlyInAnyOrderElementsOf(bad);
        assertThat(mine).allSatisfy(letter -> {
            assertThat(header(letter, DeadLetters.TOPIC)).isEqualTo(Topics.COMMANDS);
            assertThat(header(letter, DeadLetters.REASON)).isNotBlank();
            assertThat(header(letter, DeadLetters.OFFSET)).matches("[0-9]+");
            assertThat(header(letter, DeadLetters.PARTITION)).matches("[0-9]+");
        });
    }

    @Test
    void aRecordTheDatabaseWillNotTakeStandsAsideAlone() {
        var good = Some.IDS.nextPayment();
        var bad = Some.IDS.nextPayment();
        database.superuser()
                .sql("ALTER TABLE payonce.provider_operations"
                        + " ADD CONSTRAINT forced CHECK (order_id <> 'bad') NOT VALID")
                .update();
        try {
            topics.send(
                    Topics.COMMANDS,
                    good.toString(),
                    bytes(new Envelope(
                            Some.IDS.next(),
                            bad,
                            new OrderId("bad"),
                            1,
                            Some.CLOCK.instant(),
                            new RegisterRequested(attempt()),
                            null)));
            topics.send(Topics.COMMANDS, good.toString(), bytes(envelope(good, new RegisterRequested(attempt()))));

            awaitCount(1, "provider_operations WHERE session_id = '" + good + "' AND state = 'Done'");
            assertThat(database.count("processed_events WHERE payment_id = '" + bad + "'"))
                    .isZero();
            Workbench.await(() -> topics.read(Topics.deadLetters(Topics.COMMANDS)).stream()
                    .anyMatch(letter -> header(letter, DeadLetters.REASON).contains("forced")));
        } finally {
            database.superuser()
                    .sql("ALTER TABLE payonce.provider_operations DROP CONSTRAINT forced")
                    .update();
        }
    }

    @Test
    void aDatabaseThatFailsForAWhileLosesNothing() {
        Failures.TRANSIENT.set(3);
        var session = Some.IDS.nextPayment();

        send(session, new RegisterRequested(attempt()));

        awaitCount(1, "provider_operations WHERE session_id = '" + session + "' AND state = 'Done'");
        assertThat(Failures.TRANSIENT.get()).isZero();
        assertThat(sandbox.calls(session, "register")).hasSize(1);
    }

    @Test
    void withoutADeadLetterTopicGoodCommandsStillGoOnAndItIsUsedAgainWhenItIsBack() {
        var session = Some.IDS.nextPayment();
        topics.delete(Topics.deadLetters(Topics.COMMANDS));
        try {
            for (var i = 0; i < 20; i++) {
                topics.send(Topics.COMMANDS, session.toString(), new byte[] {1});
            }
            send(session, new RegisterRequested(attempt()));

            awaitCount(1, "provider_operations WHERE session_id = '" + session + "' AND state = 'Done'");
            Workbench.await(() -> service.getBean(MeterRegistry.class)
                            .counter("payonce.dead.letters.failed")
                            .count()
                    >= 20);
        } finally {
            topics.create(Topics.deadLetters(Topics.COMMANDS));
        }
        Workbench.await(() -> {
            topics.send(Topics.COMMANDS, session.toString(), new byte[] {1});
            return !topics.read(Topics.deadLetters(Topics.COMMANDS)).isEmpty();
        });
    }

    private static double deadLetters() {
        return service.getBean(MeterRegistry.class)
                .counter("payonce.dead.letters")
                .count();
    }

    private static void awaitCount(int count, String fromWhere) {
        Workbench.await(() -> database.count(fromWhere) == count);
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static void send(PaymentId session, Command command) {
        send(envelope(session, command));
    }

    private static void send(Envelope envelope) {
        topics.send(Topics.COMMANDS, envelope.key(), bytes(envelope));
    }

    private static byte[] bytes(Envelope envelope) {
        return new EventJson().write(envelope).getBytes(StandardCharsets.UTF_8);
    }

    private static Envelope envelope(PaymentId session, io.payonce.schema.event.Event event) {
        return new Envelope(
                Some.IDS.next(), session, new OrderId("order-" + session), 1, Some.CLOCK.instant(), event, null);
    }

    private static ProviderReported report() {
        return new ProviderReported("sandbox", Observation.bare(Source.STATUS, ProviderState.PAID), null, null);
    }

    private static Command.Attempt attempt() {
        return new Command.Attempt("sandbox", Some.MONEY, "tea", null);
    }
}
