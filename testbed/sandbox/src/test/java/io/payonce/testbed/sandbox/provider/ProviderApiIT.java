package io.payonce.testbed.sandbox.provider;

import static io.payonce.testbed.sandbox.TestSandbox.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.sandbox.TestSandbox;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The provider's calls over HTTP, in the words of the contract: accepted ones, and each one's refused twin. */
final class ProviderApiIT {
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
    void registeredPaymentIsAnsweredWithAllItsMembers() throws Exception {
        var answer = sandbox.register("o1", null);

        assertThat(answer.statusCode()).isEqualTo(200);
        var payment = json(answer);
        assertThat(payment.propertyNames())
                .containsExactly(
                        "payment_id", "order_id", "status", "amount", "payment_currency", "pay_url", "expires_at");
        assertThat(payment.path("status").stringValue()).isEqualTo("pending");
        assertThat(payment.path("pay_url").stringValue())
                .endsWith("/pay/" + payment.path("payment_id").stringValue());
        assertThat(payment.path("expires_at").stringValue()).endsWith("Z");
        assertThat(sandbox.register("o1", null).body()).isEqualTo(answer.body());
        assertThat(sandbox.status("o1").body()).isEqualTo(answer.body());
    }

    @Test
    void racingRegistrationsOfOneOrderGetOnePayment() throws Exception {
        var racers = 32;
        var barrier = new CyclicBarrier(racers);
        var ids = new HashSet<String>();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var races = new ArrayList<Future<HttpResponse<String>>>();
            for (var i = 0; i < racers; i++) {
                races.add(executor.submit(() -> {
                    barrier.await();
                    return sandbox.register("o1", null);
                }));
            }
            for (var race : races) {
                assertThat(race.get().statusCode()).isEqualTo(200);
                ids.add(json(race.get()).path("payment_id").stringValue());
            }
        }
        assertThat(ids).hasSize(1);
        assertThat(sandbox.payments("o1")).hasSize(1);
        assertThat(sandbox.calls("o1")).hasSize(racers);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"order_id\":\"o1\",\"amount\":\"0\",\"payment_currency\":\"RUB\"}|amount must be positive",
                "{\"order_id\":\"o1\",\"amount\":\"1.00\",\"payment_currency\":\"GBP\"}|payment_currency must be RUB",
                "{\"order_id\":\"o1\",\"amount\":1.00,\"payment_currency\":\"RUB\"}|amount must be a string",
                "{\"order_id\":\"o 1\",\"amount\":\"1.00\",\"payment_currency\":\"RUB\"}|order_id must be 1 to 64",
                "{\"amount\":\"1.00\",\"payment_currency\":\"RUB\"}|order_id is missing",
                "{\"order_id\":\"o1\",\"order_id\":\"o2\"}|the body must be one JSON object",
                "[]|the body must be one JSON object",
                "{} {}|the body must be one JSON object",
                "{\"order_id\":\"o1\",\"amount\":\"1.00\",\"payment_currency\":\"RUB\",\"callback_url\":\"ftp://x/\"}"
                        + "|callback_url must be an http or https address",
            })
    void badRegistrationIsRefusedAndNothingIsKept(String body, String why) throws Exception {
        var answer = sandbox.signed("POST", "/api/v1/payments", body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("error").stringValue()).startsWith(why);
        assertThat(sandbox.payments("o1")).isEmpty();
    }

    @Test
    void registrationWithOtherParametersIsAConflict() throws Exception {
        sandbox.register("o1", null);

        assertThat(sandbox.register("o1", "http://127.0.0.1:1/").statusCode()).isEqualTo(409);
    }

    @Test
    void unknownPaymentsAreNotFound() throws Exception {
        sandbox.register("o1", null);

        assertThat(sandbox.status("o2").statusCode()).isEqualTo(404);
        assertThat(sandbox.signed("GET", "/api/v1/payments/pay_0", "").statusCode())
                .isEqualTo(404);
        assertThat(sandbox.signed("GET", "/api/v1/payments/o1", "").statusCode())
                .isEqualTo(404);
        assertThat(sandbox.signed("POST", "/api/v1/payments/pay_0/reverse", "{\"idempotency_key\":\"k\"}")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void usedNonceIsRefusedInTheContractsWords() throws Exception {
        assertThat(sandbox.signed("GET", "/api/v1/payments?order_id=o1", "", "n1")
                        .statusCode())
                .isEqualTo(404);

        var again = sandbox.signed("GET", "/api/v1/payments?order_id=o1", "", "n1");

        assertThat(again.statusCode()).isEqualTo(401);
        assertThat(again.body()).isEqualTo("{\"error\":\"nonce already used\"}");
    }

    @Test
    void unsignedCallIsRefusedAndOnRecord() throws Exception {
        var answer = sandbox.send(sandbox.request("GET", "/api/v1/payments?order_id=o1", ""));

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).isEqualTo("{\"error\":\"bad signature\"}");
        assertThat(sandbox.lastAnswer("o1")).isEqualTo(401);
    }

    @Test
    void reverseCanBeRepeated() throws Exception {
        sandbox.register("o1", null);
        sandbox.control("POST", "/sandbox/payments/o1/pay", "");

        for (var i = 0; i < 2; i++) {
            var answer = sandbox.reverse("o1");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(json(answer).path("status").stringValue()).isEqualTo("reversed");
        }
    }

    @ParameterizedTest
    @CsvSource({"decline", "expire"})
    void nothingIsReversedOfADeadPayment(String action) throws Exception {
        sandbox.register("o1", null);
        sandbox.control("POST", "/sandbox/payments/o1/" + action, "");

        var answer = sandbox.reverse("o1");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).isEqualTo("{\"error\":\"nothing to reverse\"}");
    }

    @Test
    void reverseWithoutKeyIsRefused() throws Exception {
        sandbox.register("o1", null);
        var id = sandbox.payments("o1").get(0).path("payment_id").stringValue();

        assertThat(sandbox.signed("POST", "/api/v1/payments/" + id + "/reverse", "{}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void callsAreOnRecordInTheirOrderWithTheirKeys() throws Exception {
        sandbox.register("o1", null);
        sandbox.status("o1");
        sandbox.reverse("o1");

        var calls = sandbox.calls("o1");
        var id = sandbox.payments("o1").get(0).path("payment_id").stringValue();
        assertThat(calls.valueStream().map(call -> call.path("operation").stringValue()))
                .containsExactly("register", "status", "reverse");
        assertThat(calls.valueStream().map(call -> call.path("idempotency_key").toString()))
                .containsExactly("\"o1\"", "null", "\"k1\"");
        assertThat(calls.valueStream().map(call -> call.path("payment_id").stringValue()))
                .containsOnly(id);
        assertThat(calls.get(0).propertyNames())
                .containsExactly("at", "operation", "order_id", "payment_id", "nonce", "idempotency_key", "status");
    }

    @Test
    void otherPathsMethodsAndBodiesAreRefusedClearly() throws Exception {
        assertThat(sandbox.signed("GET", "/api/v2", "").statusCode()).isEqualTo(404);
        assertThat(sandbox.signed("DELETE", "/api/v1/payments", "").statusCode())
                .isEqualTo(405);
        assertThat(sandbox.send(sandbox.request("PUT", "/sandbox/faults", "")).statusCode())
                .isEqualTo(405);
        assertThat(sandbox.send(sandbox.request("GET", "/nothing", "")).body()).isEqualTo("{\"error\":\"not found\"}");
        var large = "{\"body\":\"" + "x".repeat(64 * 1024) + "\"}";
        assertThat(sandbox.send(sandbox.request("POST", "/sandbox/faults", large))
                        .statusCode())
                .isEqualTo(413);
        assertThat(sandbox.send(sandbox.request("POST", "/sandbox/payments/no/pay", ""))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void payPageIsEscapedAndItsButtonsWork() throws Exception {
        sandbox.signed("POST", "/api/v1/payments", """
                {"order_id":"o1","amount":"80","payment_currency":"JPY","description":"<script>alert(1)</script>"}""");
        var id = sandbox.payments("o1").get(0).path("payment_id").stringValue();

        var page = sandbox.send(sandbox.request("GET", "/pay/" + id, ""));
        assertThat(page.body()).contains("&lt;script&gt;", "80").doesNotContain("<script>");

        var paid = sandbox.send(sandbox.request("POST", "/pay/" + id + "/pay", ""));
        assertThat(paid.statusCode()).isEqualTo(200);
        assertThat(sandbox.payments("o1").get(0).path("status").stringValue()).isEqualTo("paid");
        assertThat(sandbox.send(sandbox.request("POST", "/pay/" + id + "/decline", ""))
                        .statusCode())
                .isEqualTo(409);
        assertThat(sandbox.send(sandbox.request("GET", "/pay/none", "")).statusCode())
                .isEqualTo(404);
    }
}
