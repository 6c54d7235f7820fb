package io.payonce.worker.notify;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.worker.notify.WebhookHttp.Answer.Answered;
import io.payonce.worker.notify.WebhookHttp.Answer.NoAnswer;
import io.payonce.worker.store.Notification;
import io.payonce.worker.store.NotificationQueue;
import io.payonce.worker.store.NotificationQueue.Failure;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One try of one claimed notification. What is delivered and could not be written down is delivered again, with the
 * same id, when its lease is over.
 */
final class DeliverNotification {
    private static final Logger log = LoggerFactory.getLogger(DeliverNotification.class);

    private final NotificationQueue queue;
    private final WebhookHttp http;
    private final RetryPlan plan;
    private final Checkpoint checkpoint;
    private final MeterRegistry meters;
    private final Counter parked;

    /** When to try again, and for how long. */
    record RetryPlan(RetryGaps gaps, Duration triedFor, RandomGenerator random) {
        Duration gap(int tries) {
            return gaps.after(tries, random.nextDouble());
        }
    }

    DeliverNotification(
            NotificationQueue queue, WebhookHttp http, RetryPlan plan, Checkpoint checkpoint, MeterRegistry meters) {
        this.queue = queue;
        this.http = http;
        this.plan = plan;
        this.checkpoint = checkpoint;
        this.meters = meters;
        this.parked = meters.counter("payonce.notifications.parked");
    }

    /** @throws RuntimeException if the result could not be written */
    void run(Notification notification) {
        switch (http.post(notification)) {
            case Answered(var status) when status >= 200 && status < 300 -> delivered(notification, status);
            case Answered(var status) -> failed(notification, "refused", new Failure(status, "http_" + status));
            case NoAnswer(var error) -> failed(notification, "no_answer", new Failure(null, error));
        }
    }

    private void delivered(Notification notification, int status) {
        count("delivered");
        checkpoint.reach(Point.F2_DELIVERED);
        if (queue.delivered(notification, status)) {
            log.info("{} → delivered", notification);
        } else {
            lost(notification);
        }
    }

    private void failed(Notification notification, String outcome, Failure failure) {
        count(outcome);
        var gap = plan.gap(notification.attempt());
        switch (queue.failed(notification, failure, gap, plan.triedFor())) {
            case WAITING -> log.info("{} → {}, again in {}", notification, failure.error(), gap);
            case PARKED -> {
                parked.increment();
                log.warn("{} → {}, parked; redrive-notifications sends it again", notification, failure.error());
            }
            case LOST -> lost(notification);
        }
    }

    private void lost(Notification notification) {
        meters.counter("payonce.leases.lost", "kind", "notification").increment();
        log.info("{} → result dropped, another has the notification", notification);
    }

    private void count(String outcome) {
        meters.counter("payonce.notifications.deliveries", "outcome", outcome).increment();
    }
}
