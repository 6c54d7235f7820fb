package io.payonce.command.cancel;

import static io.payonce.command.cancel.Cancels.assertRefused;
import static io.payonce.command.cancel.Cancels.not;
import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.command.Api;
import io.payonce.command.TestStack;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A code shows itself once, to its caller: no table, log or error repeats it. Bad bodies cost nothing. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ExtendWith(OutputCaptureExtension.class)
class CodeSecrecyIT {
    private static final TestStack STACK = new TestStack();
    private static final List<String> TALKATIVE =
            List.of("org.springframework.web", "org.springframework.jdbc", "io.payonce");

    @LocalServerPort
    int port;

    @Autowired
    LoggingSystem logging;

    @Autowired
    ForgetCodes forgetCodes;

    private Cancels cancels = new Cancels(new Api(0), STACK);
    private String id = "";

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        STACK.describe(properties);
    }

    @BeforeEach
    void open() {
        STACK.reset();
        cancels = new Cancels(new Api(port), STACK);
        id = cancels.open("o-1");
    }

    @AfterEach
    void lessTalk() {
        TALKATIVE.forEach(logger -> logging.setLogLevel(logger, LogLevel.INFO));
    }

    @Test
    void neitherTablesNorLogsNorErrorsRepeatACode(CapturedOutput output) {
        TALKATIVE.forEach(logger -> logging.setLogLevel(logger, LogLevel.TRACE));
        var codes = new ArrayList<String>();
        var errors = new ArrayList<String>();
        for (var i = 0; i < 5; i++) {
            codes.add(cancels.code(id));
        }
        var code = codes.getLast();
        errors.add(cancels.cancel(id, not(code)).http().body());
        errors.add(cancels.send(id, "{\"code\": " + code + "}").http().body());
        errors.add(cancels.send(id, "{\"code\": \"" + code + "\", \"code\": 1}")
                .http()
                .body());
        errors.add(cancels.send(id, "{\"code\": \"" + code + "\", \"x\": 1}")
                .http()
                .body());
        errors.add(cancels.send(id, "{\"code\": \"" + code).http().body());
        assertThat(cancels.cancel(id, code).status()).isEqualTo(202);
        cancels.become(id, "Completed");
        errors.add(cancels.cancel(id, code).http().body());

        assertThat(output.getOut()).contains("cancel code until");
        for (var each : codes) {
            assertThat(errors).allSatisfy(error -> assertThat(error).doesNotContain(each));
            assertThat(dump()).allSatisfy(row -> assertThat(row).doesNotContainPattern("\\b" + each + "\\b"));
            assertThat(output.getAll()).doesNotContainPattern("(?<![0-9a-f.])" + each + "(?![0-9a-f])");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "null",
                "x",
                "{\"code\": null}",
                "{\"code\": 123456}",
                "{\"code\": \"12345\"}",
                "{\"code\": \"1234567\"}",
                "{\"code\": \" 23456\"}",
                "{\"code\": \"12345\\n\"}",
                "{\"code\": \"123456\\n\"}",
                "{\"code\": \"12345\\u0000\"}",
                "{\"code\": \"12345\\ud800\"}",
                "{\"code\": \"١٢٣٤٥٦\"}",
                "{\"code\": \"１２３４５６\"}",
                "{\"code\": \"-12345\"}",
                "{\"code\": \"1e5000\"}",
                "{\"code\": [\"123456\"]}",
                "{\"code\": {\"a\": 1}}",
                "{\"code\": true}",
                "{\"code\": \"123456\", \"code\": \"123456\"}",
                "{\"code\": \"123456\", \"other\": 1}",
                "{\"code\": \"123456\"} x",
                "{\"code\": \"123456\"}{}",
                "{\"Code\": \"123456\"}"
            })
    void bodyThatIsNotOneCodeIsRefusedAndCostsNothing(String body) {
        cancels.code(id);

        assertThat(cancels.send(id, body).status()).isEqualTo(400);
        assertThat(cancels.triesLeft(id)).isEqualTo(5);
        cancels.assertUntouched(id, "Registering");
    }

    @Test
    void cancelTakesJsonOnlyAndNotTooMuchOfIt() {
        assertThat(cancels.send(id, "{\"code\": \"123456\"}", "Content-Type", "text/plain")
                        .status())
                .isEqualTo(415);
        assertThat(cancels.send(id, "{\"code\": \"" + "1".repeat(70_000) + "\"}")
                        .status())
                .isEqualTo(413);
        assertThat(cancels.api()
                        .send("GET", "/v1/payments/" + id + "/cancel", null)
                        .status())
                .isEqualTo(405);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", " { } "})
    void codeIsMadeForAnEmptyBody(String body) {
        assertThat(ask(body).status()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"code\": \"123456\"}", "{\"ttl\": 1}", "[]", "null", "x", " ", "{", "{} {}"})
    void codeIsNotMadeForABodyThatSaysSomething(String body) {
        assertThat(ask(body).status()).isEqualTo(400);
        assertThat(STACK.count("cancel_codes")).isZero();
    }

    @Test
    void codesOfNoUseAreForgottenAndOthersAreKept() {
        var expired = cancels.open("o-2");
        var consumed = cancels.open("o-3");
        var longConsumed = cancels.open("o-4");
        cancels.code(id);
        cancels.code(expired);
        var code = cancels.code(consumed);
        cancels.cancel(consumed, code);
        cancels.cancel(longConsumed, cancels.code(longConsumed));
        later("2 hours", expired);
        later("47 hours", consumed);
        later("49 hours", longConsumed);

        assertThat(forgetCodes.runOnce()).isEqualTo(2);

        assertThat(STACK.query("SELECT payment_id FROM payonce.cancel_codes")).containsExactlyInAnyOrder(id, consumed);
        assertThat(cancels.cancel(consumed, code).status()).isEqualTo(202);
        assertRefused(cancels.cancel(expired, "123456"), 403, "cancel_code_invalid");
    }

    private Api.Answer ask(String body) {
        return cancels.api().send("POST", "/v1/payments/" + id + "/cancel-codes", body);
    }

    /** As if so much time had passed for the payment's codes. */
    private static void later(String time, String payment) {
        STACK.execute(
                "UPDATE payonce.cancel_codes SET expires_at = expires_at - interval '%1$s', keep_until = keep_until"
                                .formatted(time)
                        + " - interval '%s' WHERE payment_id = '%s'".formatted(time, payment));
    }

    /** Every row of every table as text. */
    private static List<String> dump() {
        var rows = new ArrayList<String>();
        for (var table : STACK.query("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'payonce'")) {
            rows.addAll(STACK.query("SELECT t::text FROM payonce." + table + " AS t"));
        }
        assertThat(rows).anyMatch(row -> row.contains("RegisterRequested"));
        return rows;
    }
}
