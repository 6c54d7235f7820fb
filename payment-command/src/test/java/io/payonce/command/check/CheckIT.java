package io.payonce.command.check;

import static io.payonce.command.Api.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payonce.command.Api;
import io.payonce.command.TestStack;
import io.payonce.command.wait.Wakeups;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A check asks through the outbox and answers when the provider was heard; an ended payment asks nobody. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class CheckIT {
    private static final TestStack STACK = new TestStack();

    @LocalServerPort
    int port;

    @Autowired
    Wakeups wakeups;

    private Api api;
    private String id = "";

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        STACK.describe(properties);
    }

    @BeforeEach
    void open() {
        await().atMost(Duration.ofSeconds(30)).until(wakeups::areHeard);
        STACK.reset();
        api = new Api(port);
        id = api.create(order("o-1")).text("id");
    }

    @Test
    void checkAsksAndSaysSo() {
        var answer = check();

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.text("id")).isEqualTo(id);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(questions()).isEqualTo(1);
    }

    @Test
    void endedPaymentIsAnsweredAtOnceAndAsksNobody() {
        STACK.execute("UPDATE payonce.payment_sessions SET status = 'Canceled', next_check_at = NULL");

        var answer = check("Prefer", "wait=20");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("status")).isEqualTo("canceled");
        assertThat(questions()).isZero();
    }

    @Test
    void unknownPaymentIsNotFound() {
        assertThat(api.send("POST", "/v1/payments/019376a0-0000-7000-8000-000000000000/check", null)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void answerThatChangesNothingEndsTheWaitToo() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = threads.submit(() -> check("Prefer", "wait=20"));
            await().until(() -> questions() == 1);
            STACK.execute("INSERT INTO payonce.outbox (id, topic, message_key, type, payload, sequence) VALUES"
                    + " (gen_random_uuid(), 'payonce.provider-reports', 'x', 'ProviderReported', '" + stillOpen()
                    + "', 0)");

            assertThat(waiting.get(15, TimeUnit.SECONDS).status()).isEqualTo(200);
        }
    }

    @Test
    void silenceEndsWithTheWait() {
        assertThat(check("Prefer", "wait=1").status()).isEqualTo(202);
    }

    private Api.Answer check(String... headers) {
        return api.send("POST", "/v1/payments/" + id + "/check", null, headers);
    }

    private static long questions() {
        return STACK.query("SELECT id FROM payonce.outbox WHERE type = 'CheckRequested'")
                .size();
    }

    private String stillOpen() {
        return """
                {"event_id": "%1$s", "type": "ProviderReported", "payment_id": "%1$s", "sequence": 0,
                 "occurred_at": "2026-12-01T10:00:00Z",
                 "data": {"provider": "sandbox", "source": "status", "state": "open"}}""".formatted(id);
    }
}
