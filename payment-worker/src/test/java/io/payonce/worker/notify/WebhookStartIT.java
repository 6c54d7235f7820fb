package io.payonce.worker.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.schema.event.Topics;
import io.payonce.worker.Some;
import io.payonce.worker.Workbench;
import io.payonce.worker.WorkerApplication;
import io.payonce.worker.WorkerDatabase;
import io.payonce.worker.intake.TestTopics;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A webhook that is not configured sends nothing, not even later; one that is configured wrongly does not start. */
class WebhookStartIT {
    @Test
    void whatPassesWithoutAWebhookIsNotSentLater() {
        try (var database = new WorkerDatabase();
                var topics = new TestTopics();
                var receiver = new Receiver()) {
            topics.deleteAll();
            topics.create(Topics.COMMANDS);
            topics.create(Topics.PAYMENT_EVENTS);
            var passed = Some.IDS.next();
            try (var without = start(database, topics, "")) {
                send(topics, passed);
                Workbench.await(() -> topics.isReadBy(EventIntake.GROUP, Topics.PAYMENT_EVENTS));
                assertThat(without.getBeansOfType(DeliveryLoop.class)).isEmpty();
            }
            try (var with = start(database, topics, receiver.url().toString())) {
                var event = Some.IDS.next();
                send(topics, event);

                Workbench.await(() -> database.count("notifications WHERE state = 'Delivered'") == 1);
                assertThat(receiver.received())
                        .extracting(Receiver.Received::id)
                        .containsOnly(event.toString());
                assertThat(with.getBeansOfType(DeliveryLoop.class)).hasSize(1);
            }
        }
    }

    @Test
    void aWrongAddressOrSecretDoesNotStart() {
        refuses("PAYONCE_WEBHOOK_URL is no absolute http or https URL", "--PAYONCE_WEBHOOK_URL=shop.example");
        refuses("PAYONCE_WEBHOOK_SECRET does not begin with whsec_", "--PAYONCE_WEBHOOK_SECRET=secret");
        refuses("PAYONCE_WEBHOOK_SECRET has 20 bytes, fewer than 24", "--payonce.webhook.secret-bytes-min=24");
    }

    private static void refuses(String reason, String setting) {
        assertThatThrownBy(() -> new SpringApplicationBuilder(WorkerApplication.class)
                        .profiles("local")
                        .run("--PAYONCE_PORT=0", "--PAYONCE_KAFKA=127.0.0.1:1", setting))
                .hasStackTraceContaining(reason);
    }

    private static ConfigurableApplicationContext start(WorkerDatabase database, TestTopics topics, String url) {
        return new SpringApplicationBuilder(WorkerApplication.class)
                .profiles("local")
                .run(
                        "--PAYONCE_PORT=0",
                        "--PAYONCE_ADDRESS=127.0.0.1",
                        "--PAYONCE_KAFKA=" + topics.bootstrapServers(),
                        "--PAYONCE_DB_URL=" + database.url(),
                        "--PAYONCE_DB_PASSWORD=postgres",
                        "--PAYONCE_WEBHOOK_URL=" + url);
    }

    private static void send(TestTopics topics, UUID event) {
        topics.send(
                Topics.PAYMENT_EVENTS,
                PaymentEvents.order(event).value(),
                PaymentEvents.completed(event).getBytes(StandardCharsets.UTF_8));
    }
}
