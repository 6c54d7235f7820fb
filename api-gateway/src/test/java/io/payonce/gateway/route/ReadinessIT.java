package io.payonce.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.gateway.Gateway;
import io.payonce.gateway.RawHttp;
import io.payonce.gateway.Upstream;
import io.payonce.testbed.servers.FreePort;
import io.payonce.testbed.servers.TestServers;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Ready is who can serve: with one instance of payment-command at least. Alive is independent of it. */
class ReadinessIT {
    private static final String KAFKA =
            "spring.kafka.bootstrap-servers=" + TestServers.kafka().bootstrapServers();

    private static String nobody() {
        return "http://127.0.0.1:" + FreePort.find();
    }

    @Test
    void oneInstanceIsEnoughAndNoneIsNot() throws IOException {
        var upstream = new Upstream();
        try (var gateway = Gateway.start(List.of(nobody(), upstream.url()), KAFKA)) {
            awaitReadiness(gateway.http(), 200);

            upstream.close();
            awaitReadiness(gateway.http(), 503);
            assertThat(gateway.http().send("GET /actuator/health/liveness", "").status())
                    .isEqualTo(200);
        }
    }

    private static void awaitReadiness(RawHttp http, int status) throws IOException {
        var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
        while (http.send("GET /actuator/health/readiness", "").status() != status) {
            assertThat(System.nanoTime() - deadline)
                    .as("readiness becomes " + status)
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }
}
