package io.payonce.gateway.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletResponse;

/** One form for every refusal, as RFC 9457 has it. */
class ProblemTest {
    @Test
    void problemIsWrittenWithItsHeader() throws java.io.IOException {
        var response = new MockHttpServletResponse();

        Problem.of(HttpStatus.TOO_MANY_REQUESTS, "rate_limited", "Slow down \"please\".")
                .retryAfter(3)
                .write(response);

        assertThat(response.getStatus()).isEqualTo(429);
        assertThat(response.getContentType()).startsWith("application/problem+json");
        assertThat(response.getHeader("Retry-After")).isEqualTo("3");
        assertThat(response.getContentAsString()).isEqualTo("""
                {"type":"urn:payonce:problem:rate_limited","title":"Too Many Requests","status":429,\
                "code":"rate_limited","detail":"Slow down \\"please\\"."}""");
    }
}
