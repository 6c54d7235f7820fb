package io.payonce.gateway.callback;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.gateway.Gateway;
import io.payonce.gateway.RawHttp;
import io.payonce.gateway.Upstream;
import io.payonce.testbed.servers.EmbeddedKafkaServer;
import io.payonce.testbed.servers.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without the broker nothing is acknowledged, and the gateway says so; with it, everything goes on by itself. */
class BrokerOutageIT {
    private static final String PAYMENT = "0190a000-0000-7000-8000-000000000001";

    @TempDir
    private Path folder;

    @Test
    void nothingIsAcknowledgedWhileTheBrokerIsAway() throws IOException {
        var kafka = new EmbeddedKafkaServer(folder, FreePort.find(), FreePort.find());
        try (var upstream = new Upstream();
                var gateway = Gateway.start(
                        List.of(upstream.url()), "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers())) {
            var http = gateway.http();
            awaitReadiness(http, 503);
            isRefusedInTime(http);
            assertThat(http.send("GET /actuator/health/liveness", "").status()).isEqualTo(200);

            kafka.start();
            isRefusedInTime(http); // there is no topic yet
            var topic = new TestTopic(kafka.bootstrapServers()).create();
            awaitReadiness(http, 200);
            assertThat(send(http).status()).isEqualTo(200);
            assertThat(topic.read(PAYMENT)).isNotEmpty();

            kafka.stop();
            isRefusedInTime(http);
            awaitReadiness(http, 503);

            kafka.start();
            awaitReadiness(http, 200);
            assertThat(send(http).status()).isEqualTo(200);
        } finally {
            kafka.stop();
        }
    }

    private static RawHttp.Answer send(RawHttp http) throws IOException {
        var callback = SandboxCallback.signed(SandboxCallback.body(PAYMENT, "paid", "ev-1"), Instant.now());
        return http.send(SandboxCallback.PATH, callback.body(), Gateway.JSON, callback.signatureHeader());
    }

    private static void isRefusedInTime(RawHttp http) throws IOException {
        var begin = System.nanoTime();
        var answer = send(http);

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.body()).contains("service_unavailable");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(8));
    }

    private static void awaitReadiness(RawHttp http, int status) throws IOException {
        var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (http.send("GET /actuator/health/readiness", "").status() != status) {
            assertThat(System.nanoTime() - deadline)
                    .as("readiness becomes " + status)
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }
}
