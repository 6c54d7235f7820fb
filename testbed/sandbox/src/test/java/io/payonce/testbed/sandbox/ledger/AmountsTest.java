package io.payonce.testbed.sandbox.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Amounts are exact decimals of their currency, or refused with the reason. */
final class AmountsTest {
    @ParameterizedTest
    @CsvSource({"8.20,USD", "0.01,RUB", "999999999999.99,EUR", "80,JPY", "99999999999999,JPY", "18.600,KWD", "4.35,USD"
    })
    void exactAmountIsTaken(String amount, String currency) {
        assertThat(Amounts.refusal(amount, currency)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0.00,USD,amount must be positive",
        "0,USD,amount must be positive",
        "-1.00,USD,amount must be positive",
        "-5,JPY,amount must be positive",
        "8.2,USD,amount must have exactly 2 decimals",
        "100,USD,amount must have exactly 2 decimals",
        "100.000,EUR,amount must have exactly 2 decimals",
        "80.5,JPY,amount must have exactly 0 decimals",
        "18.60,KWD,amount must have exactly 3 decimals",
        "1e3,USD,amount must be a decimal number in a string",
        "+1.00,USD,amount must be a decimal number in a string",
        "01.00,USD,amount must be a decimal number in a string",
        "'1,00',USD,amount must be a decimal number in a string",
        "' 1.00',USD,amount must be a decimal number in a string",
        "'',USD,amount must be a decimal number in a string",
        "1.,USD,amount must be a decimal number in a string",
        "99999999999999999999.00,USD,amount must be a decimal number in a string"
    })
    void otherAmountIsRefused(String amount, String currency, String why) {
        assertThat(Amounts.refusal(amount, currency)).contains(why);
    }

    @Test
    void hugeExponentIsRefusedAtOnce() {
        var refusal = Assertions.assertTimeout(Duration.ofMillis(500), () -> Amounts.refusal("1e536870000", "USD"));

        assertThat(refusal).isPresent();
    }

    @Test
    void unitsAreWrittenAsTheCurrencyDoes() {
        assertThat(Amounts.ofUnits(2490, "RUB")).isEqualTo("2490.00");
        assertThat(Amounts.ofUnits(2490, "JPY")).isEqualTo("2490");
        assertThat(Amounts.minorUnits(2490, "KWD")).isEqualTo(2_490_000);
    }
}
