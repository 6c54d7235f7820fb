package io.payonce.schema.broker;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Whether the broker answers; asked in the background, so that a health request never waits for it. */
@Component("broker")
public class BrokerHealth implements HealthIndicator, DisposableBean {
    private static final int ANSWER_SECONDS_MAX = 3;

    private final Admin admin;
    private volatile Health latest = Health.unknown().build();

    public BrokerHealth(KafkaProperties kafka) {
        this.admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.getBootstrapServers(),
                AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                1000));
    }

    @Scheduled(fixedDelay = 3, timeUnit = TimeUnit.SECONDS)
    public void runOnce() {
        try {
            admin.describeCluster().nodes().get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
            latest = Health.up().build();
        } catch (ExecutionException | TimeoutException e) {
            latest = Health.down()
                    .withDetail("reason", "the broker does not answer")
                    .build();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Health health() {
        return latest;
    }

    @Override
    public void destroy() {
        admin.close(java.time.Duration.ZERO);
    }
}
