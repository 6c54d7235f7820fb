package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C32: whatever nonsense a provider answers, only a definite refusal fails a payment. */
@Tag("long")
class BadAnswersIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SystemStack stack = SystemStack.shared();
    private final Shop shop = stack.shop();
    private final SandboxControl sandbox = stack.sandbox();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void noFaultsLeft() {
        sandbox.clearFaults();
    }

    /** (a) HTML, (b) redirect, (d) 202, (e) unknown status, (f) empty, (g) cut JSON. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"fault\": \"respond\", \"status\": 200, \"body\": \"<html>fine</html>\"",
                "\"fault\": \"redirect\"",
                "\"fault\": \"respond\", \"status\": 202, \"body\": \"{}\"",
                "\"fault\": \"unknown_status\"",
                "\"fault\": \"respond\", \"status\": 200, \"body\": \"\"",
                "\"fault\": \"truncated_json\""
            })
    void nonsenseIsAskedAgainWithTheSameKeyAndPaysLater(String fault) {
        sandbox.fault("{\"operation\": \"register\", \"times\": 1, %s}".formatted(fault));
        var id = shop.create(eur("c32-" + UUID.randomUUID())).text("id");
        var books = new Books(stack, List.of(id)).awaitAll("Registered");

        assertThat(sandbox.calls(id, "redirected")).isEmpty();
        assertThat(books.count("outbox", "payload->>'payment_id'", "type = 'payment.failed'"))
                .isZero();
        sandbox.pay(id);
        books.awaitAll("Completed").assertEachPaidOnce();
    }

    /** (c) a decline inside a 200, (h) a 400 in HTML. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"status\": 200, \"body\": \"{\\\"error\\\": \\\"amount must be positive\\\"}\"",
                "\"status\": 400, \"body\": \"<html>no</html>\""
            })
    void refusalFailsAtTheFirstCall(String answer) {
        sandbox.fault("{\"operation\": \"register\", \"times\": 1, \"fault\": \"respond\", %s}".formatted(answer));
        var order = "c32r-" + UUID.randomUUID();
        var id = shop.create(eur(order)).text("id");

        new Books(stack, List.of(id)).awaitAll("Failed");
        assertThat(sandbox.calls(id, "register")).hasSize(1);
        await().atMost(PATIENCE).until(() -> sandbox.notifications(order, "payment.failed") == 1);
    }

    /** (i). */
    @Test
    void callbackWithAnUnknownStatusChangesNothing() {
        var id = shop.create(eur("c32i-" + run)).text("id");
        var books = new Books(stack, List.of(id)).awaitAll("Registered");

        sandbox.callback(id, "mystery");

        sandbox.pay(id);
        books.awaitAll("Completed").assertEachPaidOnce();
    }
}
