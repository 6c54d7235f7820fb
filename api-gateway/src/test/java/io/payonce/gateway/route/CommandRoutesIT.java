package io.payonce.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.gateway.Gateway;
import io.payonce.gateway.RawHttp;
import io.payonce.gateway.Upstream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What payment-command gets, and what the client gets from it: nothing is added, lost or claimed on the way. */
class CommandRoutesIT {
    private static final Upstream UPSTREAM = new Upstream();
    private static final Gateway GATEWAY = Gateway.start(List.of(UPSTREAM.url()));
    private static final String BODY = "{\"order_id\": \"ü-1\",  \"amount\": 1}\n";

    private final RawHttp http = GATEWAY.http();

    @AfterAll
    static void close() {
        GATEWAY.close();
        UPSTREAM.close();
    }

    @BeforeEach
    void forget() {
        UPSTREAM.forget();
        UPSTREAM.answers(Upstream.answer("200 OK", "{\"ok\": true}"));
    }

    @Test
    void requestArrivesAsItWasSent() throws IOException {
        http.send("POST /v1/payments", BODY, Gateway.KEY, Gateway.JSON, "Idempotency-Key: k-1", "Prefer: wait=5");

        var arrival = UPSTREAM.last();
        assertThat(arrival.line()).isEqualTo("POST /v1/payments HTTP/1.1");
        assertThat(arrival.body()).isEqualTo(BODY);
        assertThat(arrival.header("content-type")).isEqualTo("application/json");
        assertThat(arrival.header("idempotency-key")).isEqualTo("k-1");
        assertThat(arrival.header("prefer")).isEqualTo("wait=5");
        assertThat(arrival.header("upgrade")).isEmpty();
        assertThat(arrival.head().toLowerCase(java.util.Locale.ROOT)).doesNotContain("forwarded");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/orders/a%3Ab", "/v1/orders/a:b", "/v1/orders/a.b_c-d", "/v1/orders/x?a=1&b=%20c"})
    void pathArrivesAsItWasSent(String path) throws IOException {
        assertThat(http.send("GET " + path, "", Gateway.KEY).status()).isEqualTo(200);

        assertThat(UPSTREAM.last().line()).isEqualTo("GET " + path + " HTTP/1.1");
    }

    @Test
    void answerComesBackAsItWasGiven() throws IOException {
        UPSTREAM.answers(Upstream.answer(
                "409 Conflict",
                "{\"code\": \"idempotency_key_in_use\" }",
                "Content-Type: application/problem+json",
                "Location: /v1/payments/1",
                "Retry-After: 7",
                "Idempotent-Replayed: true"));

        var answer = http.send("POST /v1/payments", BODY, Gateway.KEY, Gateway.JSON);

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body()).contains("{\"code\": \"idempotency_key_in_use\" }");
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.header("Location")).isEqualTo("/v1/payments/1");
        assertThat(answer.header("Retry-After")).isEqualTo("7");
        assertThat(answer.header("Idempotent-Replayed")).isEqualTo("true");
    }

    @Test
    void redirectIsHandedBackAndNotFollowed() throws IOException {
        UPSTREAM.answers(Upstream.answer("302 Found", "", "Location: " + UPSTREAM.url() + "/elsewhere"));

        assertThat(http.send("GET /v1/orders/a", "", Gateway.KEY).status()).isEqualTo(302);
        assertThat(UPSTREAM.arrivals()).hasSize(1);
    }

    @Test
    void clientIsNamedByItsKeyAlone() throws IOException {
        http.send("GET /v1/orders/a", "", Gateway.KEY);
        assertThat(UPSTREAM.last().header("x-payonce-client")).isEqualTo("shop");
        assertThat(UPSTREAM.last().header("authorization")).isEmpty();

        http.send("GET /v1/orders/a", "", Gateway.OTHER_KEY, "X-Payonce-Client: shop", "x-payonce-client: root");
        assertThat(UPSTREAM.last().header("x-payonce-client")).isEqualTo("other");
    }

    @Test
    void connectionHeaderTakesNothingAway() throws IOException {
        http.send("GET /v1/orders/a", "", Gateway.KEY, "Connection: keep-alive, X-Payonce-Client, X-Request-Id");

        assertThat(UPSTREAM.last().header("x-payonce-client")).isEqualTo("shop");
        assertThat(UPSTREAM.last().header("x-request-id")).isNotEmpty();
    }

    @Test
    void publicPathNamesNoClient() throws IOException {
        http.send("GET /v3/api-docs", "", "X-Payonce-Client: shop", Gateway.KEY);

        assertThat(UPSTREAM.last().header("x-payonce-client")).isEmpty();
        assertThat(UPSTREAM.last().header("authorization")).isEmpty();
    }

    @Test
    void requestIdIsKeptOrMade() throws IOException {
        var given = http.send("GET /v1/orders/a", "", Gateway.KEY, "X-Request-Id: mine-1");
        assertThat(given.header("X-Request-Id")).isEqualTo("mine-1");
        assertThat(UPSTREAM.last().header("x-request-id")).isEqualTo("mine-1");

        var made = http.send("GET /v1/orders/a", "", Gateway.KEY, "X-Request-Id: " + "x".repeat(129));
        assertThat(made.header("X-Request-Id"))
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab].*")
                .hasSize(36);
        assertThat(UPSTREAM.last().header("x-request-id")).isEqualTo(made.header("X-Request-Id"));
    }

    @Test
    void requestIdOfTheAnswerIsOne() throws IOException {
        UPSTREAM.answers(Upstream.answer("200 OK", "{}", "X-Request-Id: mine-2"));

        var answer = http.send("GET /v1/orders/a", "", Gateway.KEY, "X-Request-Id: mine-2");

        assertThat(answer.header("X-Request-Id")).isEqualTo("mine-2");
    }

    @Test
    void traceIsContinuedOrBegun() throws IOException {
        var trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        http.send("GET /v1/orders/a", "", Gateway.KEY, "traceparent: " + trace);
        assertThat(UPSTREAM.last().header("traceparent")).isEqualTo(trace);

        http.send("GET /v1/orders/a", "", Gateway.KEY, "traceparent: 00-" + "0".repeat(32) + "-b7ad6b7169203331-01");
        assertThat(UPSTREAM.last().header("traceparent"))
                .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")
                .doesNotContain("0".repeat(32));
    }

    @Test
    void chunkedBodyArrivesWithALength() throws IOException {
        var answer = http.send("POST /v1/payments HTTP/1.1\r\nHost: x\r\n" + Gateway.KEY + "\r\n" + Gateway.JSON
                + "\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(UPSTREAM.last().body()).isEqualTo("{}");
        assertThat(UPSTREAM.last().header("content-length")).isEqualTo("2");
        assertThat(UPSTREAM.last().header("transfer-encoding")).isEmpty();
    }

    /** A body hidden behind two lengths must not become a second request. */
    @Test
    void nothingIsSmuggledBehindTwoLengths() throws IOException {
        http.send("POST /v1/payments HTTP/1.1\r\nHost: x\r\n" + Gateway.KEY + "\r\n" + Gateway.JSON
                + "\r\nContent-Length: 50\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                + "GET /v1/orders/a HTTP/1.1\r\n\r\n");

        assertThat(UPSTREAM.arrivals())
                .hasSizeLessThanOrEqualTo(1)
                .noneMatch(arrival -> arrival.line().contains("orders"));
    }

    @Test
    void postWithoutBodyNeedsNoType() throws IOException {
        assertThat(http.send("POST /v1/payments/1/check", "", Gateway.KEY).status())
                .isEqualTo(200);
        assertThat(UPSTREAM.last().body()).isEmpty();
    }
}
