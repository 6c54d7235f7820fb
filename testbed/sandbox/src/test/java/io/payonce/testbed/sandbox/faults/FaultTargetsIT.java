package io.payonce.testbed.sandbox.faults;

import static io.payonce.testbed.sandbox.TestSandbox.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.sandbox.TestSandbox;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which calls a fault hits and which it does not, how often, and which faults make no sense. */
final class FaultTargetsIT {
    @TempDir
    Path data;

    private TestSandbox sandbox;

    @BeforeEach
    void start() throws Exception {
        sandbox = TestSandbox.start(data);
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    @Test
    void pendingReverseEndsLater() throws Exception {
        sandbox.register("o1", null);
        sandbox.control("POST", "/sandbox/payments/o1/pay", "");
        sandbox.fault("\"operation\":\"reverse\",\"fault\":\"reverse_pending\",\"delay_ms\":200");

        assertThat(json(sandbox.reverse("o1")).path("status").stringValue()).isEqualTo("pending");
        assertThat(sandbox.payments("o1").get(0).path("status").stringValue()).isEqualTo("paid");
        var deadline = Instant.now().plusSeconds(10);
        while (!"reversed".equals(sandbox.payments("o1").get(0).path("status").stringValue())) {
            assertThat(Instant.now()).isBefore(deadline);
        }
    }

    @Test
    void capturedMoneyIsNotReversedButUnpaidIs() throws Exception {
        sandbox.register("o1", null);
        sandbox.register("o2", null);
        sandbox.control("POST", "/sandbox/payments/o1/pay", "");
        sandbox.fault("\"operation\":\"reverse\",\"fault\":\"refuse_captured\",\"times\":2");

        var refused = sandbox.reverse("o1");

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).isEqualTo("{\"error\":\"payment is captured\"}");
        assertThat(sandbox.reverse("o2").statusCode()).isEqualTo(200);
    }

    @Test
    void faultHitsItsOrderAndItsOperationOnly() throws Exception {
        sandbox.fault("\"operation\":\"status\",\"fault\":\"error_before\",\"order_id\":\"o2\"");
        sandbox.register("o1", null);
        sandbox.register("o2", null);

        assertThat(sandbox.status("o1").statusCode()).isEqualTo(200);
        assertThat(sandbox.status("o2").statusCode()).isEqualTo(500);
        assertThat(sandbox.status("o2").statusCode()).isEqualTo(200);
    }

    @Test
    void racingCallsUseUpExactlyAsManyTimes() throws Exception {
        sandbox.fault("\"operation\":\"status\",\"fault\":\"error_before\",\"times\":7");
        var racers = 20;
        var barrier = new CyclicBarrier(racers);
        var failed = 0;
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var races = new ArrayList<Future<Integer>>();
            for (var i = 0; i < racers; i++) {
                races.add(executor.submit(() -> {
                    barrier.await();
                    return sandbox.status("o1").statusCode();
                }));
            }
            for (var race : races) {
                failed += race.get() == 500 ? 1 : 0;
            }
        }
        assertThat(failed).isEqualTo(7);
    }

    @Test
    void forgedCallUsesUpNoFault() throws Exception {
        sandbox.fault("\"operation\":\"register\",\"fault\":\"error_before\"");

        sandbox.send(sandbox.request("POST", "/api/v1/payments", "{\"order_id\":\"o1\"}"));

        assertThat(sandbox.register("o1", null).statusCode()).isEqualTo(500);
    }

    @Test
    void clearedFaultsHitNothing() throws Exception {
        sandbox.fault("\"operation\":\"register\",\"fault\":\"error_before\"");
        assertThat(sandbox.control("GET", "/sandbox/faults", "").path("faults")).hasSize(1);

        sandbox.control("DELETE", "/sandbox/faults", "");

        assertThat(sandbox.register("o1", null).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"operation\":\"refund\",\"fault\":\"delay\"}",
                "{\"operation\":\"status\",\"fault\":\"explode\"}",
                "{\"operation\":\"status\",\"fault\":\"never\"}",
                "{\"operation\":\"register\",\"fault\":\"refuse_captured\"}",
                "{\"operation\":\"callback\",\"fault\":\"redirect\"}",
                "{\"operation\":\"status\",\"fault\":\"delay\",\"times\":0}",
                "{\"operation\":\"status\",\"fault\":\"delay\",\"delay_ms\":\"5\"}",
                "{\"operation\":\"status\",\"fault\":\"delay\",\"delay\":5}",
                "{\"fault\":\"delay\"}",
                "delay"
            })
    void senselessFaultIsRefused(String body) throws Exception {
        var answer = sandbox.send(sandbox.request("POST", "/sandbox/faults", body));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("error").stringValue()).isNotBlank();
    }
}
