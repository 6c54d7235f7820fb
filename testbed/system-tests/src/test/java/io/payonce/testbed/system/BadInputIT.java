package io.payonce.testbed.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client sends wrongly is a clear 4xx, names the field, and stores nothing. */
class BadInputIT {
    private final SystemStack stack = SystemStack.shared();
    private final Shop shop = stack.shop();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    /** C39, refused. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "1.0",
                "80.5",
                "1e3",
                "1e536870000",
                "99999999999999999999",
                "100000000000000",
                "\"100\"",
                "true",
                "null",
                "[1]",
                "{}"
            })
    void amountThatIsNone(String amount) {
        var order = "c39-" + run;
        var answer = shop.create("""
                {"order_id": "%s", "amount": %s, "currency": "EUR"}""".formatted(order, amount));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("errors").path(0).path("field").stringValue(""))
                .isEqualTo("amount");
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(shop.order(order).status()).isEqualTo(404);
    }

    /** C39, accepted. */
    @ParameterizedTest
    @CsvSource({"1,USD,0.01", "820,USD,8.20", "1999,USD,19.99", "435,USD,4.35", "80,JPY,80", "18600,KWD,18.600"})
    void amountReachesTheProviderExactly(long amount, String currency, String decimal) {
        var id = shop.create(Shop.order("c39-" + amount + currency + run, amount, currency))
                .text("id");

        await().atMost(Duration.ofSeconds(30))
                .until(() -> !stack.sandbox().ledger(id).isEmpty());
        assertThat(stack.sandbox().ledger(id).getFirst().path("amount").stringValue(""))
                .isEqualTo(decimal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "order_id|{\"amount\": 1, \"currency\": \"EUR\"}",
                "order_id|{\"order_id\": \"a b\", \"amount\": 1, \"currency\": \"EUR\"}",
                "order_id|{\"order_id\": \"a\\u0000b\", \"amount\": 1, \"currency\": \"EUR\"}",
                "order_id|{\"order_id\": 7, \"amount\": 1, \"currency\": \"EUR\"}",
                "currency|{\"order_id\": \"bad-1\", \"amount\": 1, \"currency\": \"eur\"}",
                "currency|{\"order_id\": \"bad-1\", \"amount\": 1, \"currency\": \"EURO\"}",
                "currency|{\"order_id\": \"bad-1\", \"amount\": 1, \"currency\": \"XTS\"}",
                "provider|{\"order_id\":\"bad-1\",\"amount\":1,\"currency\":\"EUR\",\"provider\": \"nobody\"}",
                "return_url|{\"order_id\":\"bad-1\",\"amount\":1,\"currency\":\"EUR\",\"return_url\": \"http://x\"}",
                "return_url|{\"order_id\":\"bad-1\",\"amount\":1,\"currency\":\"EUR\",\"return_url\": \"https://a\\u0000b\"}",
                "description|{\"order_id\":\"bad-1\",\"amount\":1,\"currency\":\"EUR\",\"description\": \"a\\u0000\"}",
                "description|{\"order_id\":\"bad-1\",\"amount\":1,\"currency\":\"EUR\",\"description\": \"\\ud800\"}",
                "metadata.a|{\"order_id\":\"bad-1\",\"amount\":1,\"currency\":\"EUR\",\"metadata\": {\"a\": 1}}",
                "amout|{\"order_id\":\"bad-1\",\"amount\":1,\"currency\":\"EUR\",\"amout\": 1}",
                "body|{\"order_id\": \"bad-1\", \"order_id\": \"bad-1\", \"amount\": 1, \"currency\": \"EUR\"}",
                "body|{\"order_id\": \"bad-1\", \"amount\": 1, \"currency\": \"EUR\"} x",
                "body|[]",
                "body|7"
            })
    void bodyThatIsNone(String field, String body) {
        var answer = shop.create(body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json()
                        .path("errors")
                        .valueStream()
                        .map(error -> error.path("field").stringValue("")))
                .contains(field);
        assertThat(stack.count("SELECT count(*) FROM payonce.orders WHERE id = 'bad-1'"))
                .isZero();
    }

    @Test
    void limitsOfLengthAreKept() {
        var long64 = "o".repeat(55) + "-" + run;
        assertThat(shop.create(Shop.eur(long64)).status()).isEqualTo(202);
        assertThat(shop.create(Shop.eur(long64 + "1")).status()).isEqualTo(400);
        var order = """
                {"order_id": "len-%s", "amount": 1, "currency": "EUR", "description": "%s"}""";
        assertThat(shop.create(order.formatted(run, "d".repeat(257))).status()).isEqualTo(400);
        assertThat(shop.create(order.formatted(run, "d".repeat(256))).status()).isEqualTo(202);
    }

    @Test
    void keysAreCheckedAndABadRequestUsesUpNone() {
        assertThat(shop.create(Shop.eur("key-" + run), "Idempotency-Key", "k".repeat(256))
                        .status())
                .isEqualTo(400);
        assertThat(shop.create(Shop.eur("key-" + run), "Idempotency-Key", "with space")
                        .status())
                .isEqualTo(400);
        var bad = shop.create(Shop.order("key-" + run, 0, "EUR"), "Idempotency-Key", "key-" + run);
        var good = shop.create(Shop.eur("key-" + run), "Idempotency-Key", "key-" + run);
        assertThat(bad.status()).isEqualTo(400);
        assertThat(good.status()).isEqualTo(202);
    }

    @Test
    void bodyOver64KilobytesIsTooLarge() {
        var answer = shop.create("{\"order_id\": \"" + "x".repeat(70_000) + "\"}");

        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.text("code")).isEqualTo("body_too_large");
    }

    @Test
    void deepNestingIsRefusedQuickly() {
        assertThat(shop.create("[".repeat(30_000)).status()).isEqualTo(400);
        assertThat(shop.create("{\"a\":".repeat(10_000)).status()).isEqualTo(400);
    }

    @Test
    void otherTypesAndMethodsAndKeysAreRefused() {
        assertThat(shop.send("POST", "/v1/payments", "{}", "Content-Type", "text/plain")
                        .status())
                .isEqualTo(415);
        assertThat(shop.send("POST", "/v1/payments", "{}", "Content-Encoding", "gzip")
                        .status())
                .isEqualTo(415);
        var method = shop.send("DELETE", "/v1/payments", null);
        assertThat(method.status()).as("%s", method).isEqualTo(405);
        assertThat(method.header("Allow")).isEqualTo("POST");
        for (var key : new String[] {"Bearer wrong-key-123", "local-dev-key", "Basic bG9jYWw="}) {
            var answer = shop.send("GET", "/v1/orders/x", null, "Authorization", key);
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.text("code")).isEqualTo("unauthorized");
        }
    }

    /** C46. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/payments/..%2f..%2fadmin",
                "/v1/payments/%252e%252e",
                "/v1/payments/a%3Fx=1",
                "/v1/payments/a%23b",
                "/v1/payments/a%0d%0ab",
                "/v1/payments/%27%20OR%20%271%27=%271",
                "/v1/payments/%00",
                "/v1/payments/",
                "/v1//payments",
                "/v1/payments/x/../y",
                "/v1/payments;a=b",
                "/v1/orders/..;/x",
                "/v1/orders/%2e",
                "/v2/payments",
                "/actuator/env",
                "/v1/payments/1-1-1-1-1"
            })
    void pathThatIsNone(String path) {
        var answer = shop.send("GET", path, null);

        assertThat(answer.status()).isIn(400, 404);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.header("Location")).isEmpty();
    }

    /** C36: in a header, U+0000 ends the conversation before anybody can store it. */
    @Test
    void nulInAKeyIsRefused() throws IOException {
        var answer = RawHttp.send(
                stack.gatewayPort(),
                "POST /v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer local-dev-key\r\n"
                        + "Content-Type: application/json\r\nIdempotency-Key: a\u0000b\r\nContent-Length: 2\r\n\r\n{}");

        assertThat(answer)
                .startsWith("HTTP/1.1 400")
                .contains("application/problem+json")
                .doesNotContain("<html");
    }

    @Test
    void brokenRequestLinesAreRefusedInOurForm() throws IOException {
        for (var line : new String[] {
            "GET /v1/orders/a b HTTP/1.1",
            "GET /v1/orders/\u0001 HTTP/1.1",
            "NONSENSE",
            "GET /v1/orders/{x} HTTP/1.1",
            "GET http://[bad/ HTTP/1.1"
        }) {
            var answer = RawHttp.send(stack.gatewayPort(), line + "\r\nHost: x\r\n\r\n");

            assertThat(answer).as(line).matches("(?s)HTTP/1.1 40[04].*").doesNotContain("<html", "Tomcat");
        }
    }

    /** C45 in small: what does not end is cut off, without being read to its end. */
    @Test
    void endlessBodyIsCutOff() throws IOException {
        var head = "POST /v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer local-dev-key\r\n"
                + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
        var sent = RawHttp.flood(stack.gatewayPort(), head, 64 * 1024 * 1024);

        assertThat(sent.answer()).startsWith("HTTP/1.1 413");
        assertThat(sent.bytes()).isLessThan(32L * 1024 * 1024);
    }

    @Test
    void requestIdComesBack() {
        assertThat(shop.send("GET", "/v1/orders/none", null, "X-Request-Id", "mine-1")
                        .header("X-Request-Id"))
                .isEqualTo("mine-1");
        assertThat(shop.send("GET", "/v1/orders/none", null).header("X-Request-Id"))
                .isNotEmpty();
    }

    @Test
    void identityCannotBeClaimed() {
        var key = "spoof-" + run;
        var first = shop.create(Shop.eur("spoof-" + run), "Idempotency-Key", key);
        var second = shop.create(Shop.eur("spoof-" + run), "Idempotency-Key", key, "X-Payonce-Client", "another");

        assertThat(first.status()).isEqualTo(202);
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
    }
}
