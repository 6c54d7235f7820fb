package io.payonce.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.gateway.Gateway;
import io.payonce.gateway.Upstream;
import io.payonce.testbed.servers.FreePort;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several instances share the requests; one that is down is passed over, and no request is delivered twice. */
class CommandInstancesIT {
    private static final int PARALLEL = 1000;

    private final Upstream first = new Upstream();
    private final Upstream second = new Upstream();

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    private static String down() {
        return "http://127.0.0.1:" + FreePort.find();
    }

    private static int post(Gateway gateway) throws IOException {
        return gateway.http()
                .send("POST /v1/payments", "{}", Gateway.KEY, Gateway.JSON)
                .status();
    }

    @Test
    void instancesTakeTurns() throws IOException {
        try (var gateway = Gateway.start(List.of(first.url(), second.url()))) {
            for (var i = 0; i < 10; i++) {
                assertThat(post(gateway)).isEqualTo(200);
            }
        }

        assertThat(first.arrivals()).hasSize(5);
        assertThat(second.arrivals()).hasSize(5);
    }

    @Test
    void instanceThatIsDownIsPassedOver() throws IOException {
        try (var gateway = Gateway.start(List.of(down(), first.url()))) {
            for (var i = 0; i < 10; i++) {
                assertThat(post(gateway)).isEqualTo(200);
            }
        }

        assertThat(first.arrivals())
                .hasSize(10)
                .allMatch(arrival -> arrival.body().equals("{}"));
    }

    /** It may have taken effect: whoever asked repeats it with its key, the gateway does not. */
    @Test
    void requestThatArrivedIsNotSentAgain() throws IOException {
        first.answers(Upstream.NO_ANSWER);
        second.answers(Upstream.NO_ANSWER);
        try (var gateway = Gateway.start(List.of(first.url(), second.url()))) {
            var answer = gateway.http().send("POST /v1/payments", "{}", Gateway.KEY, Gateway.JSON);

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isEqualTo("1");
            assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
            assertThat(answer.body()).contains("service_unavailable");
        }

        assertThat(first.arrivals().size() + second.arrivals().size()).isEqualTo(1);
    }

    /** Nothing of a broken answer is handed on: half of it would read like an answer. */
    @Test
    void answerThatBreaksOffIsNoAnswer() throws IOException {
        first.answersAndHangsUp(
                Upstream.answer("202 Accepted", "{\"id\": \"1\"}").replace("Length: 11", "Length: 99"));
        try (var gateway = Gateway.start(List.of(first.url()))) {
            var answer = gateway.http().send("POST /v1/payments", "{}", Gateway.KEY, Gateway.JSON);

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isEqualTo("1");
            assertThat(answer.body()).contains("service_unavailable");
        }

        assertThat(first.arrivals()).hasSize(1);
    }

    /** The JDK's client would repeat this one by itself: a GET on a connection that was used before. */
    @Test
    void readOnAReusedConnectionIsNotSentAgain() throws IOException {
        try (var gateway = Gateway.start(List.of(first.url()))) {
            assertThat(gateway.http().send("GET /v1/orders/a", "", Gateway.KEY).status())
                    .isEqualTo(200);
            first.forget();
            first.answers(Upstream.NO_ANSWER);

            assertThat(gateway.http().send("GET /v1/orders/a", "", Gateway.KEY).status())
                    .isEqualTo(503);
        }

        assertThat(first.arrivals()).hasSize(1);
    }

    @Test
    void allDownIsUnavailable() throws IOException {
        try (var gateway = Gateway.start(List.of(down(), down()))) {
            var answer = gateway.http().send("POST /v1/payments", "{}", Gateway.KEY, Gateway.JSON);

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isEqualTo("1");
            assertThat(answer.header("X-Request-Id")).isNotEmpty();
            assertThat(answer.body()).contains("service_unavailable");
        }
    }

    @Test
    void thousandAtOnceAreAllAnsweredOnce() throws InterruptedException, ExecutionException {
        try (var gateway = Gateway.start(List.of(first.url(), second.url()));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Integer>> posts = IntStream.range(0, PARALLEL)
                    .<Callable<Integer>>mapToObj(i -> () -> post(gateway))
                    .toList();

            for (var answer : threads.invokeAll(posts)) {
                assertThat(answer.get()).isEqualTo(200);
            }
        }

        assertThat(first.arrivals().size() + second.arrivals().size()).isEqualTo(PARALLEL);
    }
}
