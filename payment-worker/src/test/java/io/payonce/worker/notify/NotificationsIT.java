package io.payonce.worker.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.broker.DeadLetters;
import io.payonce.schema.event.Topics;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.testbed.sandbox.signing.WebhookSignature.Headers;
import io.payonce.worker.Some;
import io.payonce.worker.Workbench;
import io.payonce.worker.WorkerApplication;
import io.payonce.worker.WorkerDatabase;
import io.payonce.worker.intake.TestTopics;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.dao.QueryTimeoutException;

/** The whole service between a real broker and a real receiver: each event reaches the merchant, told by its id. */
class NotificationsIT {
    private static WorkerDatabase database;
    private static TestTopics topics;
    private static Receiver receiver;
    private static ConfigurableApplicationContext service;

    /** Lets the intake fail the given number of times after its commit. */
    @TestConfiguration
    static class Failures {
        static final AtomicInteger AFTER_COMMIT = new AtomicInteger();

        @Bean
        @Primary
        Checkpoint failures() {
            return point -> {
                if (point == Point.F1_EVENT_TAKEN && AFTER_COMMIT.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new QueryTimeoutException("forced");
                }
            };
        }
    }

    @BeforeAll
    static void open() {
        database = new WorkerDatabase();
        topics = new TestTopics();
        topics.deleteAll();
        topics.create(Topics.COMMANDS);
        topics.create(Topics.PAYMENT_EVENTS);
        topics.create(Topics.deadLetters(Topics.PAYMENT_EVENTS));
        receiver = new Receiver();
        service = new SpringApplicationBuilder(WorkerApplication.class, Failures.class)
                .profiles("local")
                .run(
                        "--PAYONCE_PORT=0",
                        "--PAYONCE_ADDRESS=127.0.0.1",
                        "--PAYONCE_KAFKA=" + topics.bootstrapServers(),
                        "--PAYONCE_DB_URL=" + database.url(),
                        "--PAYONCE_DB_PASSWORD=postgres",
                        "--PAYONCE_WEBHOOK_URL=" + receiver.url(),
                        "--payonce.webhook.timeout=2s",
                        "--payonce.webhook.lease-time=4s",
                        "--payonce.webhook.gaps=100ms,200ms",
                        "--payonce.webhook.tried-for=1h");
    }

    @AfterAll
    static void close() {
        service.close();
        receiver.close();
        topics.close();
        database.close();
    }

    @Test
    void anEventArrivesOnceByteByByteAndSigned() {
        var event = Some.IDS.next();
        var text = PaymentEvents.completed(event).replace("{", "{ ");
        send(event, text);

        awaitState(event, "Delivered");

        var told = receiver.received(event).getFirst();
        assertThat(told.body()).isEqualTo(text);
        assertThat(told.contentType()).isEqualTo("application/json");
        assertThat(new io.payonce.testbed.sandbox.signing.WebhookSignature(NotifyBench.SECRET)
                        .isGenuine(
                                new Headers(told.id(), told.timestamp(), told.signature()),
                                text.getBytes(StandardCharsets.UTF_8),
                                Instant.now()))
                .isTrue();
    }

    @Test
    void anEventDeliveredByTheBrokerAgainAndAgainIsToldOnce() {
        var event = Some.IDS.next();
        var text = PaymentEvents.completed(event);
        for (var i = 0; i < 5; i++) {
            send(event, text);
        }
        awaitState(event, "Delivered");
        Failures.AFTER_COMMIT.set(2);
        send(event, text);
        var following = sendOfSameOrder(event);

        awaitState(following, "Delivered");

        assertThat(Failures.AFTER_COMMIT.get()).isZero();
        assertThat(receiver.received(event)).hasSize(1);
        assertThat(receiver.received(following)).hasSize(1);
    }

    @Test
    void aReceiverThatFailsIsToldAgainWithTheSameIdAndAFreshTime() {
        var event = Some.IDS.next();
        receiver.answer(event, 500, Receiver.HANG, 302, 410);

        send(event, PaymentEvents.completed(event));

        awaitState(event, "Delivered");
        assertThat(receiver.received(event)).hasSize(5);
        assertThat(receiver.received(event))
                .extracting(Receiver.Received::body)
                .containsOnly(receiver.received(event).getFirst().body());
        assertThat(receiver.received()).extracting(Receiver.Received::path).containsOnly("/hook");
        assertThat(database.count("notifications WHERE attempt = 5 AND event_id = '" + event + "'"))
                .isEqualTo(1);
    }

    @Test
    void whatIsNoPaymentEventBecomesADeadLetterAndHoldsUpNothing() {
        var event = Some.IDS.next();
        var bad = List.of(
                new byte[] {0, (byte) 0xff, 3},
                "{\"type\":\"payment.danced\"}".getBytes(StandardCharsets.UTF_8),
                PaymentEvents.completed(Some.IDS.next())
                        .replace("payment.completed", "CheckRequested")
                        .getBytes(StandardCharsets.UTF_8),
                PaymentEvents.completed(Some.IDS.next()).getBytes(StandardCharsets.UTF_16LE));
        var key = PaymentEvents.order(event).value();
        bad.forEach(value -> topics.send(Topics.PAYMENT_EVENTS, key, value));
        send(event, PaymentEvents.completed(event));

        awaitState(event, "Delivered");

        Workbench.await(() -> letters(key).size() == bad.size());
        assertThat(letters(key)).extracting(ConsumerRecord::value).containsExactlyInAnyOrderElementsOf(bad);
        assertThat(letters(key))
                .allSatisfy(letter -> assertThat(letter.headers().lastHeader(DeadLetters.REASON))
                        .isNotNull());
    }

    @Test
    void whatWasTriedForLongEnoughIsParkedAndARedriveDeliversIt() {
        var event = Some.IDS.next();
        receiver.answer(event, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500);
        var parkedBefore = parkedCount();
        send(event, PaymentEvents.completed(event));
        Workbench.await(() -> !receiver.received(event).isEmpty());
        database.superuser()
                .sql("UPDATE payonce.notifications SET waiting_since = now() - interval '1 hour' WHERE event_id = :id")
                .param("id", event)
                .update();
        awaitState(event, "Parked");
        Workbench.await(() -> parkedCount() == parkedBefore + 1);
        receiver.answer(event);

        assertThat(redrive(0)).contains(event + " payment.completed", "last http_500", "would be sent again");
        assertThat(state(event)).isEqualTo("Parked");
        assertThat(redrive(0, "--apply", "--event-id", event.toString())).contains("1 of 1 parked");

        awaitState(event, "Delivered");
        assertThat(redrive(0, "--apply")).contains("0 of 0 parked");
        assertThat(database.count("notifications WHERE redriven_count = 1 AND redriven_at IS NOT NULL"))
                .isEqualTo(1);
    }

    @Test
    void aRedriveThatCannotWorkSaysSoByItsExitCode() {
        assertThat(redrive(2, "--aply")).contains("unknown option --aply", "--per-second");
        var out = new ByteArrayOutputStream();
        assertThat(RedriveNotifications.run(
                        new String[] {"redrive-notifications"},
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        "--PAYONCE_DB_URL=jdbc:postgresql://127.0.0.1:1/payonce"))
                .isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Nothing was changed");
        assertThat(RedriveNotifications.isAskedFor(new String[] {})).isFalse();
        assertThat(RedriveNotifications.isAskedFor(new String[] {"--apply"})).isFalse();
    }

    @Test
    void whatWasDeliveredLongAgoIsForgotten() {
        var event = Some.IDS.next();
        send(event, PaymentEvents.completed(event));
        awaitState(event, "Delivered");
        database.superuser()
                .sql("UPDATE payonce.notifications SET delivered_at = now() - interval '8 days' WHERE event_id = :id")
                .param("id", event)
                .update();

        assertThat(service.getBean(PurgeNotifications.class).runOnce()).isEqualTo(1);
        assertThat(service.getBean(PurgeNotifications.class).runOnce()).isZero();
    }

    private static String redrive(int code, String... options) {
        var out = new ByteArrayOutputStream();
        var words = new java.util.ArrayList<>(List.of("redrive-notifications"));
        words.addAll(List.of(options));
        assertThat(RedriveNotifications.run(
                        words.toArray(String[]::new),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        "--PAYONCE_DB_URL=" + database.url(),
                        "--PAYONCE_DB_PASSWORD=postgres"))
                .isEqualTo(code);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static double parkedCount() {
        return service.getBean(MeterRegistry.class)
                .counter("payonce.notifications.parked")
                .count();
    }

    private static List<ConsumerRecord<byte[], byte[]>> letters(String key) {
        return topics.read(Topics.deadLetters(Topics.PAYMENT_EVENTS)).stream()
                .filter(letter -> new String(letter.key(), StandardCharsets.UTF_8).equals(key))
                .toList();
    }

    private static UUID sendOfSameOrder(UUID first) {
        var event = Some.IDS.next();
        topics.send(
                Topics.PAYMENT_EVENTS,
                PaymentEvents.order(first).value(),
                PaymentEvents.completed(event).getBytes(StandardCharsets.UTF_8));
        return event;
    }

    private static void send(UUID event, String text) {
        topics.send(Topics.PAYMENT_EVENTS, PaymentEvents.order(event).value(), text.getBytes(StandardCharsets.UTF_8));
    }

    private static void awaitState(UUID event, String state) {
        Workbench.await(() -> state(event).equals(state));
    }

    private static String state(UUID event) {
        return database.superuser()
                .sql("SELECT state FROM payonce.notifications WHERE event_id = :id")
                .param("id", event)
                .query(String.class)
                .optional()
                .orElse("absent");
    }
}
