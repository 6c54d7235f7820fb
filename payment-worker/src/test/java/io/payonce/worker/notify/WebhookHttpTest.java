package io.payonce.worker.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.worker.Some;
import io.payonce.worker.call.RawServer;
import io.payonce.worker.call.RawServer.Conversation;
import io.payonce.worker.notify.WebhookHttp.Answer;
import io.payonce.worker.notify.WebhookHttp.Answer.Answered;
import io.payonce.worker.notify.WebhookHttp.Answer.NoAnswer;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One try is one request; the status decides, however the rest of the answer behaves, and everything ends in time. */
class WebhookHttpTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration SHORT_AFTER_THE_HEAD = Duration.ofSeconds(3);

    @Test
    void theHeadersNameTheEventTheTimeAndTheSignature() {
        var heads = new CopyOnWriteArrayList<String>();
        post(conversation -> {
            heads.add(conversation.head());
            conversation.answer(200, "{}");
        });

        assertThat(heads)
                .singleElement()
                .satisfies(head -> assertThat(head)
                        .startsWith("POST /hook?shop=1 HTTP/1.1\r\n")
                        .containsPattern("(?i)webhook-id: [0-9a-f-]{36}\r\n")
                        .containsPattern("(?i)webhook-timestamp: [0-9]{10}\r\n")
                        .containsPattern("(?i)webhook-signature: v1,[A-Za-z0-9+/]{43}=\r\n")
                        .containsIgnoringCase("content-type: application/json\r\n"));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 299, 400, 410, 500, 503})
    void aStatusIsHandedOver(int status) {
        assertThat(post(conversation -> conversation.answer(status, "{}"))).isEqualTo(new Answered(status));
    }

    @Test
    void anAnswerMayHaveNoBody() {
        assertThat(post(conversation -> conversation.write("HTTP/1.1 204 No Content\r\n\r\n")))
                .isEqualTo(new Answered(204));
    }

    @Test
    void aRedirectIsNotFollowed() {
        try (var server = new RawServer(conversation ->
                conversation.write("HTTP/1.1 307 X\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"))) {
            assertThat(post(server)).isEqualTo(new Answered(307));
            assertThat(server.nonces()).hasSize(1);
        }
    }

    @Test
    void silenceEndsAtTheTimeLimit() {
        try (var server = new RawServer(Conversation::hold)) {
            assertThat(post(server, SHORT)).isEqualTo(new NoAnswer("timeout"));
            server.awaitClosedByClient();
            assertThat(server.nonces()).hasSize(1);
        }
    }

    @Test
    void aReceiverThatClosesWithoutAnAnswerIsAskedOnce() {
        try (var server = new RawServer(Conversation::close)) {
            assertThat(post(server)).isInstanceOf(NoAnswer.class);
            assertThat(server.nonces()).hasSize(1);
        }
    }

    @Test
    void aReceiverThatIsNotThereGivesNoAnswer() {
        var server = new RawServer(Conversation::close);
        server.close();

        assertThat(post(server)).isEqualTo(new NoAnswer("ConnectException"));
    }

    @Test
    void anEndlessBodyIsCutOffAndTheStatusCounts() {
        try (var server = new RawServer(conversation -> {
            conversation.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            conversation.writeUntilClosed("400\r\n" + " ".repeat(1024) + "\r\n");
        })) {
            assertThat(post(server)).isEqualTo(new Answered(200));
            server.awaitClosedByClient();
        }
    }

    @Test
    void aBodyThatNeverEndsIsLeftInTimeAndTheStatusCounts() {
        try (var server = new RawServer(conversation -> {
            conversation.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{");
            conversation.hold();
        })) {
            assertThat(post(server, SHORT_AFTER_THE_HEAD)).isEqualTo(new Answered(200));
            server.awaitClosedByClient();
        }
    }

    @Test
    void noProxyIsAsked() {
        System.setProperty("http.proxyHost", "127.0.0.1");
        System.setProperty("http.proxyPort", "1");
        System.setProperty("http.nonProxyHosts", "none.example");
        try {
            assertThat(post(conversation -> conversation.answer(200, "{}"))).isEqualTo(new Answered(200));
        } finally {
            System.clearProperty("http.proxyHost");
            System.clearProperty("http.proxyPort");
            System.clearProperty("http.nonProxyHosts");
        }
    }

    private static Answer post(Consumer<Conversation> behaviour) {
        try (var server = new RawServer(behaviour)) {
            return post(server);
        }
    }

    private static Answer post(RawServer server) {
        return post(server, PATIENCE);
    }

    private static Answer post(RawServer server, Duration timeout) {
        var url = URI.create("http://127.0.0.1:" + server.port() + "/hook?shop=1");
        try (var http = new WebhookHttp(NotifyBench.properties(url, timeout), Some.CLOCK)) {
            return http.post(NotifyBench.claimed(Some.IDS.next()));
        }
    }
}
