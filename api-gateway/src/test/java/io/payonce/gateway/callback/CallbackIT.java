package io.payonce.gateway.callback;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.gateway.Gateway;
import io.payonce.gateway.RawHttp;
import io.payonce.gateway.RawHttp.Answer;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.event.Reading.Read;
import io.payonce.schema.event.Topics;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.testbed.servers.TestServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A callback counts if and only if the provider signed these very bytes now; then it is in Kafka before the 200. */
@ExtendWith(OutputCaptureExtension.class)
class CallbackIT {
    private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
    private static final String KAFKA = TestServers.kafka().bootstrapServers();
    private static final TestTopic TOPIC = new TestTopic(KAFKA).create();
    private static final Gateway GATEWAY = Gateway.start(
            Clock.fixed(NOW, ZoneOffset.UTC), List.of("http://127.0.0.1:1"), "spring.kafka.bootstrap-servers=" + KAFKA);
    private static final int BURST = 3000;

    private final RawHttp http = GATEWAY.http();
    private final String payment = UUID.nameUUIDFromBytes(
                    Long.toString(System.nanoTime()).getBytes(StandardCharsets.UTF_8))
            .toString();

    @AfterAll
    static void close() {
        GATEWAY.close();
    }

    private Answer send(SandboxCallback callback) throws IOException {
        return http.send(SandboxCallback.PATH, callback.body(), Gateway.JSON, callback.signatureHeader());
    }

    private String paid() {
        return SandboxCallback.body(payment, "paid", "ev-" + payment);
    }

    private static ProviderReported reported(ConsumerRecord<String, byte[]> record) {
        assertThat(new EventJson().read(record.value())).isInstanceOf(Read.class);
        return (ProviderReported)
                ((Read) new EventJson().read(record.value())).envelope().event();
    }

    private static String header(ConsumerRecord<String, byte[]> record, String name) {
        var header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Test
    void genuineOneIsPublishedBeforeItIsAnswered() throws IOException, NoSuchAlgorithmException {
        var trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        var callback = SandboxCallback.signed(paid(), NOW);
        var answer = http.send(
                SandboxCallback.PATH,
                callback.body(),
                Gateway.JSON,
                callback.signatureHeader(),
                "traceparent: " + trace);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{}");
        var records = TOPIC.read(payment);
        assertThat(records).hasSize(1);
        var envelope = ((Read) new EventJson().read(records.getFirst().value())).envelope();
        assertThat(envelope.paymentId()).hasToString(payment);
        assertThat(envelope.orderId()).isNull();
        assertThat(envelope.sequence()).isZero();
        assertThat(envelope.occurredAt()).isEqualTo(NOW);
        var report = reported(records.getFirst());
        assertThat(report.provider()).isEqualTo("sandbox");
        assertThat(report.seen().source()).isEqualTo(Source.CALLBACK);
        assertThat(report.seen().state()).isEqualTo(ProviderState.PAID);
        assertThat(report.seen().money()).hasToString("8.20 EUR");
        assertThat(report.rawDigest())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256")
                                .digest(callback.body().getBytes(StandardCharsets.UTF_8))));
        assertThat(header(records.getFirst(), Topics.HEADER_ID))
                .isEqualTo(envelope.eventId().toString());
        assertThat(header(records.getFirst(), Topics.HEADER_TYPE)).isEqualTo("ProviderReported");
        assertThat(header(records.getFirst(), Topics.HEADER_TRACEPARENT)).isEqualTo(trace);
    }

    @Test
    void repeatsCarryTheSameEventId() throws IOException {
        for (var i = 0; i < 3; i++) {
            assertThat(send(SandboxCallback.signed(paid(), NOW.minusSeconds(i))).status())
                    .isEqualTo(200);
        }

        var records = TOPIC.read(payment);
        assertThat(records).hasSize(3);
        assertThat(records.stream()
                        .map(record -> header(record, Topics.HEADER_ID))
                        .distinct())
                .hasSize(1);
    }

    /** C43: the window, inclusive on both sides. */
    @ParameterizedTest
    @CsvSource({"-301,401", "-300,200", "-299,200", "0,200", "299,200", "300,200", "301,401"})
    void stampMustLieWithinTheWindow(int seconds, int status) throws IOException {
        assertThat(send(SandboxCallback.signed(paid(), NOW.plusSeconds(seconds)))
                        .status())
                .isEqualTo(status);
        assertThat(TOPIC.read(payment)).hasSize(status == 200 ? 1 : 0);
    }

    /** C43: during a rollover. */
    @ParameterizedTest
    @CsvSource({Gateway.OLD_SECRET + ",200", Gateway.SECRET + ",200", "another-callback-secret,401"})
    void oldAndNewSecretAreGood(String secret, int status) throws IOException {
        assertThat(send(SandboxCallback.signed(paid(), NOW, secret)).status()).isEqualTo(status);
    }

    /** C43: what was signed are bytes, not JSON. */
    @ParameterizedTest
    @ValueSource(strings = {"%s\n", "  %s  ", "\r\n\t%s\r\n", "%s "})
    void bytesAroundTheJsonAreSignedToo(String form) throws IOException {
        var body = form.formatted(paid());

        assertThat(send(SandboxCallback.signed(body, NOW)).status()).isEqualTo(200);
        assertThat(send(SandboxCallback.signed(paid(), NOW).withBody(body)).status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D\uDCB0 paid", "\\u00e4\\ud83d\\udcb0", "a\\/b\\\\c\\n", "\u00e4\u00df\u4e2d"})
    void oddTextInTheBodyIsGenuineAsSigned(String text) throws IOException {
        var body = paid().replace("{\"event\"", "{\"note\":\"" + text + "\",   \"event\"");
        var callback = SandboxCallback.signed(body, NOW);

        assertThat(send(callback).status()).isEqualTo(200);
        assertThat(send(callback.withBody(body.replace(",   ", ", "))).status()).isEqualTo(401);
        assertThat(TOPIC.read(payment)).hasSize(1);
    }

    @Test
    void eachFlippedBitIsNoticed() throws IOException {
        var callback = SandboxCallback.signed(paid(), NOW);
        for (var i = 0; i < callback.body().length(); i += 7) {
            var flipped = new StringBuilder(callback.body());
            flipped.setCharAt(i, (char) (flipped.charAt(i) ^ 1));
            assertThat(send(callback.withBody(flipped.toString())).status())
                    .as("byte %d", i)
                    .isEqualTo(401);
        }
        assertThat(TOPIC.read(payment)).isEmpty();
    }

    @Test
    void headerMissingEmptyOrDoubledIsRefused(CapturedOutput output) throws IOException {
        var good = SandboxCallback.signed(paid(), NOW).signatureHeader();
        var bare = good.substring("X-Signature: ".length());
        for (var headers : List.of(
                "X-Nothing: 1",
                "X-Signature: ",
                "X-Signature: t=,v1=",
                "X-Signature: " + bare.replace("v1=", "v0="),
                "X-Signature: " + bare.substring(0, bare.length() - 2),
                good + "\r\n" + good,
                "X-Signature: t=1," + bare)) {
            var answer = http.send(SandboxCallback.PATH, paid(), Gateway.JSON, headers);

            assertThat(answer.status()).as(headers).isEqualTo(401);
            assertThat(answer.body()).contains("signature_invalid").doesNotContain("window", "malformed");
        }
        assertThat(TOPIC.read(payment)).isEmpty();
        assertThat(output).doesNotContain(bare, Gateway.SECRET, Gateway.OLD_SECRET);
        assertThat(output.toString().split("callbacks refused", -1).length - 1)
                .as("the clock stands still, so this is one second")
                .isLessThanOrEqualTo(1);
    }

    /** C38. */
    @Test
    void otherFormsOfThePathAreNeverRedirected() throws IOException {
        var callback = SandboxCallback.signed(paid(), NOW);
        for (var path : List.of(
                "/v1/providers/sandbox/callbacks/",
                "//v1/providers/sandbox/callbacks",
                "/v1/providers//sandbox/callbacks",
                "/v1/providers/nobody/callbacks",
                "/v1/providers/SANDBOX/callbacks",
                "/v1/providers/sandbox/callbacks;x=1")) {
            var answer = http.send("POST " + path, callback.body(), Gateway.JSON, callback.signatureHeader());

            assertThat(answer.status()).as(path).isIn(400, 404);
            assertThat(answer.header("Location")).isEmpty();
            assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        }
        for (var method : List.of("GET", "HEAD", "PUT")) {
            var answer = http.send(
                    method + " /v1/providers/sandbox/callbacks", "", callback.signatureHeader(), "Connection: close");
            assertThat(answer.status()).as(method).isEqualTo(405);
            assertThat(answer.header("Allow")).isEqualTo("POST");
        }
        for (var headers : List.of("Content-Type: text/plain", Gateway.JSON + "\r\nContent-Encoding: gzip")) {
            assertThat(http.send(SandboxCallback.PATH, callback.body(), headers, callback.signatureHeader())
                            .status())
                    .isEqualTo(415);
        }
        assertThat(TOPIC.read(payment)).isEmpty();
        assertThat(send(callback).status()).isEqualTo(200);
        assertThat(TOPIC.read(payment)).hasSize(1);
    }

    @Test
    void signedNonsenseIsMalformed() throws IOException {
        for (var body : List.of("", "[]", "{}", "7", "{\"a\":", "{\"a\":".repeat(10_000), paid() + "x")) {
            var answer = send(SandboxCallback.signed(body, NOW));

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("malformed_callback");
        }
    }

    @Test
    void unknownStatusConcludesNothing() throws IOException {
        assertThat(send(SandboxCallback.signed(SandboxCallback.body(payment, "blessed", "ev-1"), NOW))
                        .status())
                .isEqualTo(200);
        assertThat(TOPIC.read(payment)).isEmpty();
        assertThat(http.send("GET /actuator/prometheus", "").body())
                .contains("payonce_callbacks_total{provider=\"sandbox\",result=\"unknown_status\"}");
    }

    @Test
    void unknownReferenceIsPublishedUnderAStableIdOfItsOwn() throws IOException {
        var reference = "shop-" + payment + "\u00e4" + "x".repeat(80);
        var body = SandboxCallback.body(reference, "paid", "ev-2");
        var named = UUID.nameUUIDFromBytes(("sandbox:" + reference).getBytes(StandardCharsets.UTF_8));

        assertThat(send(SandboxCallback.signed(body, NOW)).status()).isEqualTo(200);
        assertThat(send(SandboxCallback.signed(body, NOW)).status()).isEqualTo(200);

        var records = TOPIC.read(named.toString());
        assertThat(records).hasSize(2);
        assertThat(reported(records.getFirst()).seen().reason())
                .isEqualTo(
                        "unknown reference " + reference.replace('\u00e4', '?').substring(0, 64));
    }

    @Test
    void burstIsPublishedCompletely() throws InterruptedException, ExecutionException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Integer>> posts = IntStream.range(0, BURST)
                    .<Callable<Integer>>mapToObj(i ->
                            () -> send(SandboxCallback.signed(SandboxCallback.body(payment, "paid", "burst-" + i), NOW))
                                    .status())
                    .toList();

            for (var answer : threads.invokeAll(posts)) {
                assertThat(answer.get()).isEqualTo(200);
            }
        }
        assertThat(TOPIC.read(payment)).hasSize(BURST);
    }
}
