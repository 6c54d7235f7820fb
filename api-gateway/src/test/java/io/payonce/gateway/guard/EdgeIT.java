package io.payonce.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.gateway.Gateway;
import io.payonce.gateway.RawHttp;
import io.payonce.gateway.RawHttp.Answer;
import io.payonce.gateway.Upstream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not a request of ours is a problem in our form, and never reaches payment-command. Over raw sockets. */
class EdgeIT {
    private static final Upstream UPSTREAM = new Upstream();
    private static final Gateway GATEWAY = Gateway.start(List.of(UPSTREAM.url()));

    private final RawHttp http = GATEWAY.http();

    @AfterAll
    static void close() {
        GATEWAY.close();
        UPSTREAM.close();
    }

    @BeforeEach
    void forget() {
        UPSTREAM.forget();
    }

    private static void isProblem(Answer answer, String code) {
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.header("X-Request-Id")).isNotEmpty();
        assertThat(answer.header("Location")).isEmpty();
        assertThat(answer.body())
                .contains("\"code\":\"" + code + "\"")
                .contains("\"type\":\"urn:payonce:problem:" + code + "\"")
                .contains("\"status\":" + answer.status())
                .contains("\"title\":", "\"detail\":");
        assertThat(answer.text()).doesNotContainIgnoringCase("tomcat").doesNotContain("<html", "Server:", "java");
        assertThat(UPSTREAM.arrivals()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Bearer key-of-the-shop-2",
                "Authorization: Bearer ",
                "Authorization: Bearer local-dev-key",
                "Authorization: Basic key-of-the-shop-1",
                "Authorization: key-of-the-shop-1",
                "Authorization: Bearer key-of-the-shop-1\r\nAuthorization: Bearer key-of-the-shop-1",
                "X-Payonce-Client: shop"
            })
    void keyThatIsNone(String header) throws IOException {
        var answer = http.send("GET /v1/orders/a", "", header);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
        isProblem(answer, "unauthorized");
    }

    @ParameterizedTest
    @ValueSource(strings = {Gateway.KEY, Gateway.OTHER_KEY, "authorization: bearer key-of-the-shop-1"})
    void keyThatIsOne(String header) throws IOException {
        assertThat(http.send("GET /v1/orders/a", "", header).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/v1/payments,POST",
        "PUT,/v1/payments,POST",
        "OPTIONS,/v1/payments,POST",
        "HEAD,/v1/payments/1,GET",
        "DELETE,/v1/payments/1,GET",
        "GET,/v1/payments/1/cancel,POST",
        "POST,/v1/orders/a,GET",
        "POST,/v3/api-docs,GET",
        "BREW,/v1/payments,POST"
    })
    void methodThatIsNone(String method, String path, String allowed) throws IOException {
        var answer = http.send(method + " " + path, "", Gateway.KEY, Gateway.JSON, "Connection: close");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo(allowed);
        if (!method.equals("HEAD")) {
            isProblem(answer, "method_not_allowed");
        }
    }

    @Test
    void traceIsNoMethodOfOurs() throws IOException {
        var answer = http.send("TRACE /v1/payments", "", Gateway.KEY);

        assertThat(answer.status()).isEqualTo(405);
        isProblem(answer, "method_not_allowed");
    }

    @Test
    void requestAboutTheServerItselfIsNone() throws IOException {
        assertThat(http.send("OPTIONS *", "").status()).isIn(200, 400, 404, 405);
        assertThat(UPSTREAM.arrivals()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: text/plain",
                "Content-Type: application/x-www-form-urlencoded",
                "Content-Type: application/jsonp",
                "Content-Type: application/json\r\nContent-Encoding: gzip",
                "X-Nothing: 1"
            })
    void typeThatIsNone(String headers) throws IOException {
        var answer = http.send("POST /v1/payments", "{}", Gateway.KEY, headers);

        assertThat(answer.status()).isEqualTo(415);
        isProblem(answer, "unsupported_media_type");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: application/json",
                "content-type: APPLICATION/JSON; charset=utf-8",
                "Content-Type: application/json;v=1",
                "Content-Type: application/json\r\nContent-Encoding: identity"
            })
    void typeThatIsOne(String headers) throws IOException {
        assertThat(http.send("POST /v1/payments", "{}", Gateway.KEY, headers).status())
                .isEqualTo(200);
    }

    /** C46 and more: what some decoder somewhere may take for another path. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/payments/",
                "//v1/payments",
                "/v1//payments",
                "/v1/payments//1",
                "/v1/payments/..%2f..%2fadmin",
                "/v1/payments/%2e%2e/admin",
                "/v1/payments/%252e%252e",
                "/v1/payments/../orders/a",
                "/v1/payments/./1",
                "/v1/payments/.",
                "/v1/payments/..",
                "/v1/orders/.",
                "/v1/payments;a=b",
                "/v1/payments/1;jsessionid=2",
                "/v1/orders/..;/payments",
                "/v1/payments/%00",
                "/v1/payments/a%0d%0aSet-Cookie:x",
                "/v1/payments/a%3fx=1",
                "/v1/payments/a%23b",
                "/v1/payments/'%20OR%20'1'='1",
                "/v1/payments/%",
                "/v1/payments/%zz",
                "/v1/payments/%c0%ae%c0%ae",
                "/v1/payments/\u00e4",
                "/V1/payments/1",
                "/v1/payments/1/unknown",
                "/v1/payments\\1",
                "/actuator/env",
                "/actuator/health/..",
                "/error",
                "/",
                "*"
            })
    void pathThatIsNone(String path) throws IOException {
        for (var method : List.of("GET", "POST")) {
            var answer = http.send(method + " " + path, "", Gateway.KEY, Gateway.JSON);

            assertThat(answer.status()).as(method).isIn(400, 404);
            isProblem(answer, answer.status() == 400 ? "bad_request" : "not_found");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=%", "a=%zz", "a=%00", "a={}", "a=|", "a=<", "a=\u00e4"})
    void queryThatIsNone(String query) throws IOException {
        var answer = http.send("GET /v1/orders/a?" + query, "", Gateway.KEY);

        assertThat(answer.status()).isEqualTo(400);
        isProblem(answer, "bad_request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NONSENSE\r\n\r\n",
                "GET /v1/orders/a b HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /v1/orders/\u0001 HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /v1/orders/{x} HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET http://[bad/ HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /v1/orders/a HTTP/1.1\r\n\r\n",
                "GET /v1/orders/a HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
                "GET /v1/orders/a HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n",
                "GET /v1/orders/a HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\u0000b\r\n\r\n",
                "GET /v1/orders/a HTTP/1.1\r\nHost: x\r\n folded: 1\r\n\r\n",
                "POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
                "POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                "POST /v1/payments HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: magic\r\n\r\n"
            })
    void messageThatIsNone(String text) throws IOException {
        var answer = http.send(text);

        assertThat(answer.status()).isIn(400, 501, 505);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.text()).doesNotContainIgnoringCase("tomcat").doesNotContain("<html", "Server:");
        assertThat(UPSTREAM.arrivals()).isEmpty();
    }

    @Test
    void headersThatAreTooLarge() throws IOException {
        var answer = http.send("GET /v1/orders/a", "", Gateway.KEY, "X-Large: " + "x".repeat(17 * 1024));

        assertThat(answer.status()).isIn(400, 431);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(http.send("GET /v1/orders/a", "", Gateway.KEY, "X-Large: " + "x".repeat(10 * 1024))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void bodyOfAReadIsRefused() throws IOException {
        var answer = http.send("GET /v1/orders/a", "{}", Gateway.KEY, Gateway.JSON);

        assertThat(answer.status()).isEqualTo(400);
        isProblem(answer, "bad_request");
    }

    @Test
    void apiDocsAndHealthNeedNoKey() throws IOException {
        assertThat(http.send("GET /v3/api-docs", "").status()).isEqualTo(200);
        assertThat(http.send("GET /actuator/health/liveness", "").status()).isEqualTo(200);
        assertThat(http.send("GET /actuator/prometheus", "").body()).contains("http_server_requests");
    }
}
