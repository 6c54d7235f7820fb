package io.payonce.schema.broker;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Whether the broker answers; asked in the background, so that a health request never waits for it. Down until it did,
 * and a broker whose name is not known yet is no reason not to start.
 */
@Component("broker")
public class BrokerHealth implements HealthIndicator, DisposableBean {
    private static final int ANSWER_MILLIS_MAX = 3000;

    private final Map<String, Object> settings;
    private volatile @Nullable Admin admin;
    private volatile Health latest = down("the broker was not asked yet");

    public BrokerHealth(KafkaProperties kafka) {
        this.settings = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.getBootstrapServers(),
                AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                1000);
    }

    @Scheduled(fixedDelay = 3, timeUnit = TimeUnit.SECONDS)
    public void runOnce() {
        try {
            connected()
                    .describeCluster(new DescribeClusterOptions().timeoutMs(ANSWER_MILLIS_MAX))
                    .nodes()
                    .get(ANSWER_MILLIS_MAX, TimeUnit.MILLISECONDS);
            latest = Health.up().build();
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            latest = down("the broker does not answer");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Not in the constructor: it looks the broker's name up, and fails if nobody knows it. */
    private Admin connected() {
        var existing = admin;
        if (existing == null) {
            existing = Admin.create(settings);
            admin = existing;
        }
        return existing;
    }

    private static Health down(String reason) {
        return Health.down().withDetail("reason", reason).build();
    }

    @Override
    public Health health() {
        return latest;
    }

    @Override
    public void destroy() {
        var existing = admin;
        if (existing != null) {
            existing.close(Duration.ZERO);
        }
    }
}
