package io.payonce.worker.notify;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.payonce.schema.point.Checkpoint;
import io.payonce.worker.Some;
import io.payonce.worker.WorkerDatabase;
import io.payonce.worker.notify.DeliverNotification.RetryPlan;
import io.payonce.worker.store.Notification;
import io.payonce.worker.store.NotificationQueue;
import io.payonce.worker.store.StoresOfTests;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** A notifier without Kafka and Spring: a queue, a loop and a receiver at the given address. */
final class NotifyBench implements AutoCloseable {
    static final String SECRET = "whsec_bG9jYWwtd2ViaG9vay1zZWNyZXQ=";

    private final NotificationQueue queue;
    private final WebhookHttp http;
    private final DeliveryLoop loop;

    NotifyBench(WorkerDatabase database, URI url, Checkpoint checkpoint) {
        var properties = properties(url, Duration.ofSeconds(5));
        queue = StoresOfTests.notifications(database.jdbc());
        http = new WebhookHttp(properties, Clock.systemUTC());
        var plan = new RetryPlan(new RetryGaps(properties.gaps()), properties.triedFor(), RandomGenerator.getDefault());
        loop = new DeliveryLoop(
                queue, new DeliverNotification(queue, http, plan, checkpoint, new SimpleMeterRegistry()), properties);
    }

    static WebhookProperties properties(URI url, Duration timeout) {
        return new WebhookProperties(
                url.toString(),
                SECRET,
                16,
                timeout,
                Duration.ofSeconds(1),
                timeout.multipliedBy(2),
                8,
                Duration.ofMillis(100),
                List.of(Duration.ofMillis(100)),
                Duration.ofMinutes(1),
                Duration.ofDays(7));
    }

    static Notification claimed(UUID event) {
        var order = PaymentEvents.order(event);
        return new Notification(event, order, "payment.completed", PaymentEvents.completed(event), 1, 1);
    }

    UUID add() {
        var event = Some.IDS.next();
        queue.insertIfAbsent(new Notification.New(
                event,
                PaymentEvents.order(event),
                Some.IDS.nextPayment(),
                "payment.completed",
                PaymentEvents.completed(event)));
        return event;
    }

    DeliveryLoop loop() {
        return loop;
    }

    @Override
    public void close() {
        loop.stop();
        http.close();
    }
}
