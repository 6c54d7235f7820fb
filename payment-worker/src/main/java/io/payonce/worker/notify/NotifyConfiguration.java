package io.payonce.worker.notify;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.point.Checkpoint;
import io.payonce.worker.notify.DeliverNotification.RetryPlan;
import io.payonce.worker.store.NotificationQueue;
import java.time.Clock;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Delivery, which exists only if there is somebody to deliver to. */
@Configuration(proxyBeanMethods = false)
@Conditional(NotifyConfiguration.WebhookIsSet.class)
class NotifyConfiguration {
    static final class WebhookIsSet implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !context.getEnvironment()
                    .getProperty("payonce.webhook.url", "")
                    .isBlank();
        }
    }

    @Bean
    WebhookHttp webhookHttp(WebhookProperties properties, Clock clock) {
        return new WebhookHttp(properties, clock);
    }

    @Bean
    DeliverNotification deliverNotification(
            NotificationQueue queue,
            WebhookHttp http,
            WebhookProperties properties,
            RandomGenerator random,
            Checkpoint checkpoint,
            MeterRegistry meters) {
        var plan = new RetryPlan(new RetryGaps(properties.gaps()), properties.triedFor(), random);
        return new DeliverNotification(queue, http, plan, checkpoint, meters);
    }

    @Bean
    DeliveryLoop deliveryLoop(NotificationQueue queue, DeliverNotification deliver, WebhookProperties properties) {
        return new DeliveryLoop(queue, deliver, properties);
    }

    @Bean
    NotificationMetrics notificationMetrics(NotificationQueue queue, MeterRegistry meters) {
        return new NotificationMetrics(queue, meters);
    }

    @Bean
    PurgeNotifications purgeNotifications(NotificationQueue queue, WebhookProperties properties) {
        return new PurgeNotifications(queue, properties.keptFor());
    }
}
