package io.payonce.testbed.sandbox.callbacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.sandbox.Receiver;
import io.payonce.testbed.sandbox.TestSandbox;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Callbacks reach a real receiver: signed, until taken, over restarts, or spoiled by faults. */
final class CallbacksIT {
    private static final Duration QUIET = Duration.ofMillis(400);

    @TempDir
    Path data;

    private TestSandbox sandbox;
    private Receiver receiver;

    @BeforeEach
    void start() throws Exception {
        receiver = new Receiver();
        sandbox = TestSandbox.start(data, receiver.url());
        sandbox.register("o1", receiver.url() + "/cb");
    }

    @AfterEach
    void stop() {
        sandbox.close();
        receiver.close();
    }

    @Test
    void callbackIsSignedAndSaysWhatTheContractSays() throws Exception {
        act("pay");

        var received = receiver.next();
        var body = received.json();
        assertThat(body.propertyNames())
                .containsExactly(
                        "event",
                        "event_id",
                        "payment_id",
                        "order_id",
                        "status",
                        "amount",
                        "payment_currency",
                        "occurred_at");
        assertThat(body.path("event").stringValue()).isEqualTo("payment.paid");
        assertThat(body.path("amount").stringValue()).isEqualTo("8.20");
        assertThat(received.isGenuine()).isTrue();
        assertThat(receiver.isQuietFor(QUIET)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"pay,payment.paid", "authorize,payment.authorized", "decline,payment.failed", "expire,payment.expired"})
    void everyActionHasItsEventOnce(String action, String event) throws Exception {
        act(action);
        act(action);

        assertThat(receiver.next().json().path("event").stringValue()).isEqualTo(event);
        assertThat(receiver.isQuietFor(QUIET)).isTrue();
    }

    @Test
    void callbackIsRepeatedUntilTaken() throws Exception {
        receiver.answers(500, 302, 503);
        act("pay");

        var ids = new ArrayList<String>();
        for (var i = 0; i < 4; i++) {
            ids.add(receiver.next().json().path("event_id").stringValue());
        }

        assertThat(ids).containsOnly(ids.getFirst());
        assertThat(receiver.isQuietFor(QUIET)).isTrue();
    }

    @Test
    void callbackNobodyTookIsSentAfterARestart() throws Exception {
        receiver.answersAlways(500);
        act("pay");
        var id = receiver.next().json().path("event_id").stringValue();
        sandbox.close();
        receiver.answersAlways(200);
        receiver.forget();

        sandbox = TestSandbox.start(data, receiver.url());

        assertThat(receiver.next().json().path("event_id").stringValue()).isEqualTo(id);
        assertThat(receiver.isQuietFor(QUIET)).isTrue();
    }

    @Test
    void callbackThatWasTakenIsNotSentAfterARestart() throws Exception {
        act("pay");
        receiver.next();
        assertThat(receiver.isQuietFor(QUIET)).isTrue();
        sandbox.close();

        sandbox = TestSandbox.start(data, receiver.url());

        assertThat(receiver.isQuietFor(QUIET)).isTrue();
    }

    @Test
    void neverMeansNever() throws Exception {
        fault("never", "");

        act("pay");

        assertThat(receiver.isQuietFor(QUIET)).isTrue();
    }

    @Test
    void duplicateIsTheSameEventSeveralTimes() throws Exception {
        fault("duplicate", ",\"repeat\":3");

        act("pay");

        var first = receiver.next().body();
        assertThat(receiver.next().body()).isEqualTo(first);
        assertThat(receiver.next().body()).isEqualTo(first);
        assertThat(receiver.isQuietFor(QUIET)).isTrue();
    }

    @Test
    void delayedCallbackComesLater() throws Exception {
        fault("delay", ",\"delay_ms\":500");
        var began = Instant.now();

        act("pay");
        receiver.next();

        assertThat(Duration.between(began, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"drop_before", "error_before"})
    void callbackThatIsNotSentIsSentAgain(String kind) throws Exception {
        fault(kind, "");

        act("pay");

        receiver.next();
        assertThat(receiver.isQuietFor(QUIET)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"drop_after", "error_after"})
    void callbackWhoseAnswerIsLostIsSentTwice(String kind) throws Exception {
        fault(kind, "");

        act("pay");

        assertThat(receiver.next().body()).isEqualTo(receiver.next().body());
        assertThat(receiver.isQuietFor(QUIET)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"unknown_status,mystery", "truncated_json,payment.paid", "slow_body,paid"})
    void spoiledBodyIsGenuinelySigned(String kind, String word) throws Exception {
        fault(kind, ",\"delay_ms\":1");

        act("pay");

        var received = receiver.next();
        assertThat(received.body()).contains(word);
        assertThat(received.isGenuine()).isTrue();
    }

    @Test
    void respondSendsTheGivenBody() throws Exception {
        fault("respond", ",\"body\":{\"hello\":1}");

        act("pay");

        var received = receiver.next();
        assertThat(received.body()).isEqualTo("{\"hello\":1}");
        assertThat(received.isGenuine()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang", "endless_body", "truncated_body"})
    void unfinishedCallbackReachesNobody(String kind) throws Exception {
        fault(kind, "");

        act("pay");

        if (kind.equals("truncated_body")) {
            assertThat(receiver.next().json().path("status").stringValue()).isEqualTo("paid");
        }
        assertThat(receiver.isQuietFor(QUIET)).isTrue();
    }

    @Test
    void autopayPaysAndCallsBack() throws Exception {
        sandbox.control("POST", "/sandbox/autopay", "{\"enabled\":true,\"delay_ms\":50}");

        sandbox.register("o2", receiver.url() + "/cb");

        assertThat(receiver.next().json().path("order_id").stringValue()).isEqualTo("o2");
    }

    private void act(String action) throws Exception {
        sandbox.control("POST", "/sandbox/payments/o1/" + action, "");
    }

    private void fault(String kind, String more) throws Exception {
        sandbox.fault("\"operation\":\"callback\",\"fault\":\"" + kind + "\"" + more);
    }
}
