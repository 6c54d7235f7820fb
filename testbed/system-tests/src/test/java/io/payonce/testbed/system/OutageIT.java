package io.payonce.testbed.system;

import static io.payonce.testbed.system.Shop.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payonce.testbed.system.Http.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was acknowledged survives the death of any process, and ends as one registered provider payment. */
class OutageIT {
    private static final Duration RECOVERY_MAX = Duration.ofMinutes(2);

    private final SystemStack stack = SystemStack.shared();
    private final Shop shop = stack.shop();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void heal() {
        stack.heal();
    }

    @ParameterizedTest
    @ValueSource(strings = {"payment-command", "payment-worker"})
    void killInTheMiddleOfAHundredCreates(String name) {
        createAndKill(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"payment-command-2", "payment-worker-2", "reconciler", "reconciler-2", "kafka", "sandbox"})
    @Tag("long")
    void killOfTheOthersInTheMiddleOfAHundredCreates(String name) {
        createAndKill(name);
    }

    private void createAndKill(String name) {
        var accepted = new ConcurrentLinkedQueue<Answer>();
        var others = new ConcurrentLinkedQueue<Integer>();
        try (var threads = Executors.newFixedThreadPool(8)) {
            IntStream.range(0, 100)
                    .forEach(i -> threads.execute(() -> {
                        var answer = shop.create(eur(name + "-" + run + "-" + i), "Idempotency-Key", name + run + i);
                        if (answer.isSuccess()) {
                            accepted.add(answer);
                        } else {
                            others.add(answer.status());
                        }
                    }));
            await().atMost(Duration.ofSeconds(30)).until(() -> accepted.size() + others.size() >= 30);
            stack.kill(name);
        }
        stack.up(name);

        assertThat(others)
                .as("without the gateway nobody answers, without anything else it is 503")
                .allMatch(status -> status == (name.equals("api-gateway") ? 0 : 503));
        assertThat(accepted.size()).isGreaterThanOrEqualTo(20);
        assertAllRegisteredOnce(
                accepted.stream().map(answer -> answer.text("id")).toList());
    }

    @Test
    void withoutTheDatabaseCreateIsA503AndTheKeyStaysUsable() {
        stack.kill("postgres");

        var down = shop.create(eur("db-" + run), "Idempotency-Key", "db-" + run);
        stack.up("postgres");
        var up = new ArrayList<Answer>();
        await().atMost(RECOVERY_MAX).until(() -> {
            var answer = shop.create(eur("db-" + run), "Idempotency-Key", "db-" + run);
            up.add(answer);
            return answer.isSuccess();
        });

        assertThat(down.status()).isEqualTo(503);
        assertThat(down.header("Retry-After")).isNotEmpty();
        assertThat(down.text("code")).isEqualTo("service_unavailable");
        assertThat(up.getLast().status()).isEqualTo(202);
        assertAllRegisteredOnce(List.of(up.getLast().text("id")));
    }

    @Test
    void withoutKafkaCreateIsAcceptedAndRegisteredLater() {
        stack.kill("kafka");

        var answers = IntStream.range(0, 20)
                .mapToObj(i -> shop.create(eur("kafka-" + run + "-" + i)))
                .toList();
        var callsMeanwhile = stack.sandbox().calls(answers.getFirst().text("id"), "register");
        stack.up("kafka");

        assertThat(answers).allMatch(answer -> answer.status() == 202);
        assertThat(callsMeanwhile).isEmpty();
        assertAllRegisteredOnce(
                answers.stream().map(answer -> answer.text("id")).toList());
    }

    private void assertAllRegisteredOnce(List<String> ids) {
        await().atMost(RECOVERY_MAX)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> ids.stream().allMatch(id -> isRegistered(id)));
        for (var id : ids) {
            assertThat(stack.sandbox().ledger(id)).as(id).hasSize(1);
            assertThat(stack.sandbox().calls(id, "register").stream()
                            .map(call -> call.path("idempotency_key").stringValue(""))
                            .distinct())
                    .as(id)
                    .containsExactly(id);
        }
    }

    private boolean isRegistered(String id) {
        return stack.count("SELECT count(*) FROM payonce.payment_sessions WHERE status = 'Registered' AND id = '" + id
                        + "'")
                == 1;
    }
}
