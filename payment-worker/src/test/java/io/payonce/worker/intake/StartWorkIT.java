package io.payonce.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.testbed.servers.FreePort;
import io.payonce.testbed.servers.TestServers;
import io.payonce.worker.Workbench;
import io.payonce.worker.WorkerApplication;
import io.payonce.worker.WorkerDatabase;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A worker that starts before its tables lives and waits; one without secrets does not start. */
class StartWorkIT {
    @Test
    void waitsForItsTablesAndBecomesReady() throws Exception {
        var database = TestServers.postgres().freshDatabase("empty");
        var port = FreePort.find();
        try (var threads = Executors.newSingleThreadExecutor()) {
            var starting = CompletableFuture.supplyAsync(() -> start(database.jdbcUrl(), port), threads);
            Workbench.await(() -> status(port, "liveness") == 200);
            assertThat(status(port, "readiness")).isEqualTo(503);

            WorkerDatabase.migrate(database);

            try (var service = starting.get()) {
                Workbench.await(() -> status(port, "readiness") == 200);
                assertThat(service.isActive()).isTrue();
                assertThat(text(port, "/actuator/prometheus"))
                        .contains(
                                "payonce_queue_depth{kind=\"register\"}",
                                "payonce_queue_oldest_due_seconds",
                                "payonce_breaker_state{provider=\"sandbox\"}",
                                "payonce_dead_letters_failed_total");
            }
        }
    }

    @Test
    void doesNotStartWithoutItsSecrets() {
        assertThatThrownBy(() -> new SpringApplicationBuilder(WorkerApplication.class)
                        .run("--PAYONCE_PORT=0", "--PAYONCE_KAFKA=127.0.0.1:1"))
                .hasStackTraceContaining("PAYONCE_SANDBOX_API_KEY is not set");
    }

    private static ConfigurableApplicationContext start(String url, int port) {
        return new SpringApplicationBuilder(WorkerApplication.class)
                .profiles("local")
                .run(
                        "--PAYONCE_PORT=" + port,
                        "--PAYONCE_ADDRESS=127.0.0.1",
                        "--PAYONCE_KAFKA=" + TestServers.kafka().bootstrapServers(),
                        "--PAYONCE_DB_URL=" + url,
                        "--PAYONCE_DB_PASSWORD=postgres");
    }

    private static int status(int port, String probe) {
        try {
            return connection(port, "/actuator/health/" + probe).getResponseCode();
        } catch (IOException e) {
            return 0;
        }
    }

    private static String text(int port, String path) throws IOException {
        try (var in = connection(port, path).getInputStream()) {
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    private static HttpURLConnection connection(int port, String path) throws IOException {
        return (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
    }
}
