package io.payonce.command.cancel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.command.StartRefused;
import io.payonce.schema.session.PaymentDetails;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A code is six digits of equal chance, bound to its payment and amount; without a proper key nothing starts. */
class CancelCodeTest {
    private static final String KEY = "k".repeat(32);

    private final ApplicationContextRunner service =
            new ApplicationContextRunner().withUserConfiguration(Settings.class, CancelConfiguration.class);

    @EnableConfigurationProperties(CancelProperties.class)
    static class Settings {}

    @Test
    void codesAreSixDigitsOfEqualChance() {
        var random = new Random(7);
        var first = new int[10];

        for (var i = 0; i < 100_000; i++) {
            var code = CancelCode.next(random).digits();
            assertThat(code).matches("[0-9]{6}");
            first[code.charAt(0) - '0']++;
        }

        assertThat(Arrays.stream(first)).allSatisfy(times -> assertThat(times).isBetween(9_600, 10_400));
    }

    @Test
    void hashIsBoundToPaymentAmountCurrencyCodeAndKey() {
        var hash = new CodeHash(KEY);
        var one = hash.of(session(1, 1500, "EUR"), new CancelCode("123456"));

        assertThat(hash.of(session(1, 1500, "EUR"), new CancelCode("123456"))).isEqualTo(one);
        assertThat(hash.of(session(2, 1500, "EUR"), new CancelCode("123456"))).isNotEqualTo(one);
        assertThat(hash.of(session(1, 1501, "EUR"), new CancelCode("123456"))).isNotEqualTo(one);
        assertThat(hash.of(session(1, 1500, "USD"), new CancelCode("123456"))).isNotEqualTo(one);
        assertThat(hash.of(session(1, 1500, "EUR"), new CancelCode("123457"))).isNotEqualTo(one);
        assertThat(new CodeHash("K" + KEY).of(session(1, 1500, "EUR"), new CancelCode("123456")))
                .isNotEqualTo(one);
    }

    @Test
    void whateverHoldsACodeHidesIt() {
        var code = new CancelCode("123456");

        assertThat(code.toString()).doesNotContain("123456");
        assertThat(new IssueCancelCode.Outcome.Issued(code, Instant.EPOCH).toString())
                .doesNotContain("123456");
        assertThat(new CancelController.CodeView("123456", Instant.EPOCH).toString())
                .doesNotContain("123456");
        assertThat(new CancelProperties(
                                KEY,
                                java.time.Duration.ofMinutes(5),
                                5,
                                java.time.Duration.ZERO,
                                java.time.Duration.ZERO,
                                new CancelProperties.Purge(1, 1, java.time.Duration.ZERO))
                        .toString())
                .doesNotContain(KEY);
    }

    @Test
    void missingShortOrWellKnownKeyRefusesTheStartWithOneLineThatDoesNotQuoteIt() {
        assertRefused("", "PAYONCE_CANCEL_CODE_KEY is not set");
        assertRefused("short-secret", "PAYONCE_CANCEL_CODE_KEY is shorter than 32 bytes");
        assertRefused(
                "local-cancel-code-key-known-to-everybody",
                "the local cancel code key is refused outside the profile local");
    }

    @Test
    void properKeyStartsAndTheLocalOneDoesInTheProfileLocal() {
        service.withPropertyValues("payonce.cancel.code-key=" + KEY)
                .run(context -> assertThat(context).hasSingleBean(CodeHash.class));
        service.withPropertyValues(
                        "payonce.cancel.code-key=local-cancel-code-key-known-to-everybody",
                        "spring.profiles.active=local")
                .run(context -> assertThat(context).hasSingleBean(CodeHash.class));
    }

    private void assertRefused(String key, String line) {
        service.withPropertyValues("payonce.cancel.code-key=" + key)
                .run(context -> assertThatThrownBy(context::start)
                        .hasStackTraceContaining(StartRefused.class.getName() + ": " + line));
    }

    private static PaymentSession session(int id, long amount, String currency) {
        return PaymentSession.open(
                new PaymentId(new UUID(0, id)),
                new OrderId("o-1"),
                Money.of(amount, currency),
                "sandbox",
                PaymentDetails.NONE,
                Instant.EPOCH);
    }
}
