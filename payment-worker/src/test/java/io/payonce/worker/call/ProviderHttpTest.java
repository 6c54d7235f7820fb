package io.payonce.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.providers.ProviderRequest;
import io.payonce.schema.point.Checkpoint;
import io.payonce.worker.call.HttpReply.Answered;
import io.payonce.worker.call.HttpReply.NoAnswer;
import io.payonce.worker.call.RawServer.Conversation;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One request is one request, and one answer is whole or none: held against servers that behave badly on purpose. */
class ProviderHttpTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final ProviderHttp http = new ProviderHttp(Duration.ofSeconds(1), Checkpoint.NONE);

    @AfterEach
    void close() {
        http.close();
    }

    @Test
    void aWholeAnswerIsHandedOver() {
        try (var server = new RawServer(conversation -> conversation.answer(200, "{\"a\":1}"))) {
            var reply = http.send(request(server, "POST", "one", "{}"), PATIENCE);

            assertThat(reply).isInstanceOfSatisfying(Answered.class, answered -> {
                assertThat(answered.answer().status()).isEqualTo(200);
                assertThat(answered.answer().body()).asString().isEqualTo("{\"a\":1}");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void aServerThatClosesWithoutAnAnswerIsAskedOnce(String method) {
        try (var server = new RawServer(Conversation::close)) {
            var reply = http.send(request(server, method, "one", "{}"), PATIENCE);

            assertThat(reply).isInstanceOf(NoAnswer.class);
            assertThat(server.nonces()).containsExactly("one");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void aReusedConnectionThatIsClosedIsNotAskedTwice(String method) {
        try (var server = new RawServer(conversation -> {
            if (conversation.isFirstOnItsConnection()) {
                conversation.answer(200, "{}");
            } else {
                conversation.close();
            }
        })) {
            http.send(request(server, method, "one", "{}"), PATIENCE);

            var reply = http.send(request(server, method, "two", "{}"), PATIENCE);

            assertThat(reply).isInstanceOf(NoAnswer.class);
            assertThat(server.nonces()).containsExactly("one", "two");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aRefusedConnectIsNoAnswer() {
        var server = new RawServer(Conversation::close);
        server.close();

        assertThat(http.send(request(server, "GET", "one", null), PATIENCE)).isInstanceOf(NoAnswer.class);
    }

    @Test
    void redirectsAreAnswersLikeOthers() {
        try (var server = new RawServer(conversation ->
                conversation.write("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"))) {
            var reply = http.send(request(server, "GET", "one", null), PATIENCE);

            assertThat(reply)
                    .isInstanceOfSatisfying(
                            Answered.class,
                            answered -> assertThat(answered.answer().status()).isEqualTo(302));
            assertThat(server.nonces()).hasSize(1);
        }
    }

    @Test
    void silenceEndsAtTheTimeLimit() {
        try (var server = new RawServer(Conversation::hold)) {
            var reply = http.send(request(server, "POST", "one", "{}"), SHORT);

            assertThat(reply).isEqualTo(new NoAnswer("no whole answer within 300 ms"));
            server.awaitClosedByClient();
            assertThat(server.nonces()).containsExactly("one");
        }
    }

    @Test
    void theTimeLimitCoversTheBody() {
        try (var server = new RawServer(conversation -> {
            conversation.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{");
            conversation.hold();
        })) {
            var reply = http.send(request(server, "GET", "one", null), SHORT);

            assertThat(reply).isEqualTo(new NoAnswer("no whole answer within 300 ms"));
            server.awaitClosedByClient();
        }
    }

    @Test
    void anEndlessBodyIsCutAtItsLimit() {
        try (var server = new RawServer(conversation -> {
            conversation.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            conversation.writeUntilClosed("400\r\n" + " ".repeat(1024) + "\r\n");
        })) {
            var reply = http.send(request(server, "GET", "one", null), PATIENCE);

            assertThat(reply).isInstanceOf(NoAnswer.class);
            server.awaitClosedByClient();
        }
    }

    @Test
    void aBodyAtTheLimitIsTakenAndOneMoreByteIsNot() {
        assertThat(sized(ProviderHttp.BODY_BYTES_MAX)).isInstanceOf(Answered.class);
        assertThat(sized(ProviderHttp.BODY_BYTES_MAX + 1)).isInstanceOf(NoAnswer.class);
    }

    private HttpReply sized(int bytes) {
        try (var server = new RawServer(conversation -> conversation.answer(200, " ".repeat(bytes)))) {
            return http.send(request(server, "GET", "one", null), PATIENCE);
        }
    }

    @Test
    void anAnswerCutShortIsNone() {
        try (var server = new RawServer(conversation -> {
            conversation.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"payment_id\":");
            conversation.close();
        })) {
            var reply = http.send(request(server, "POST", "one", "{}"), PATIENCE);

            assertThat(reply).isInstanceOf(NoAnswer.class);
            assertThat(server.nonces()).containsExactly("one");
        }
    }

    private static ProviderRequest request(RawServer server, String method, String nonce, @Nullable String body) {
        return new ProviderRequest(
                method,
                URI.create("http://127.0.0.1:" + server.port() + "/api"),
                Map.of("X-Nonce", nonce),
                method.equals("GET") ? null : body);
    }
}
