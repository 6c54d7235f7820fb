package io.payonce.gateway.route;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Whether any instance of payment-command answers; asked in the background. Down until the first one did. */
@Component("commandsHealthIndicator")
class CommandsHealth implements HealthIndicator {
    private static final Duration ANSWER_TIME_MAX = Duration.ofSeconds(1);

    private final CommandInstances instances;
    private final HttpClient http;
    private volatile Health latest = Health.down().build();

    CommandsHealth(CommandInstances instances, HttpClient commandHttpClient) {
        this.instances = instances;
        this.http = commandHttpClient;
    }

    @Scheduled(fixedDelay = 2000)
    void runOnce() {
        var up = instances.all().stream().filter(this::answers).count();
        latest = (up > 0 ? Health.up() : Health.down())
                .withDetail("answering", up)
                .withDetail("configured", instances.all().size())
                .build();
    }

    private boolean answers(URI instance) {
        try {
            var request = HttpRequest.newBuilder(instance.resolve("/actuator/health/liveness"))
                    .timeout(ANSWER_TIME_MAX)
                    .build();
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public Health health() {
        return latest;
    }
}
