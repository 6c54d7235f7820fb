package io.payonce.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The paths that exist are a short list; whatever only decodes to one of them is none. */
class EdgePathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/payments",
                "/v1/payments/0190a000-0000-7000-8000-000000000001",
                "/v1/payments/1/check",
                "/v1/payments/1/cancel-codes",
                "/v1/payments/1/cancel",
                "/v1/payments/1/timeline",
                "/v1/orders/A.b_c:d-e",
                "/v1/orders/a%3Ab",
                "/v1/orders/...",
                "/v1/orders/.hidden",
                "/v1/providers/sandbox/callbacks",
                "/v3/api-docs",
                "/actuator/health/readiness"
            })
    void pathThatExists(String path) {
        assertThat(EdgePath.of(path)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/v1/payments/",
                "/v1//payments",
                "/v1/payments//check",
                "/v1/payments/1/check/",
                "/v1/payments/..",
                "/v1/payments/../check",
                "/v1/payments/./check",
                "/v1/payments/%2e%2e",
                "/v1/payments/%2E",
                "/v1/payments/a%2fb",
                "/v1/payments/a;b",
                "/v1/payments/a b",
                "/v1/payments/a\nb",
                "/v1/payments/a\n",
                "/v1/payments/%00",
                "/v1/payments\n",
                "/v1/orders",
                "/v1/providers/sandbox/callbacks/",
                "/v3/api-docs/swagger-config",
                "/actuator",
                "/actuator/heapdump"
            })
    void pathThatDoesNot(String path) {
        assertThat(EdgePath.of(path)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a=1&b=2", "a=%20", "a+b"})
    void queryThatCanBeParsed(String query) {
        assertThat(EdgePath.isQuery(query)).isTrue();
        assertThat(EdgePath.isQuery(null)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "a=%0", "a=%zz", "a=%00", "a=\u00e4", "a={}", "a=\n"})
    void queryThatCannot(String query) {
        assertThat(EdgePath.isQuery(query)).isFalse();
        assertThat(EdgePath.isQuery("x".repeat(1025))).isFalse();
    }
}
