package io.payonce.providers;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.value.Money;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Money survives the way to a provider and back exactly, and nothing that is no amount becomes one. */
class DecimalAmountTest {
    @ParameterizedTest
    @ValueSource(strings = {"USD", "JPY", "KWD"})
    void everyAmountComesBackAsItWent(String currency) {
        for (var amount = 1L; amount <= 9_999; amount++) {
            var money = Money.of(amount, currency);
            assertThat(DecimalAmount.read(money.decimal(), currency)).contains(money);
        }
        var largest = Money.of(Money.AMOUNT_MAX, currency);
        assertThat(DecimalAmount.read(largest.decimal(), currency)).contains(largest);
    }

    @ParameterizedTest
    @CsvSource({"1,USD,0.01", "820,USD,8.20", "1999,USD,19.99", "435,USD,4.35", "80,JPY,80", "18600,KWD,18.600"})
    void amountsAreWrittenWithTheCurrencysDecimals(long amount, String currency, String decimal) {
        assertThat(Money.of(amount, currency).decimal()).isEqualTo(decimal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "100.0", "100.00", "100.000"})
    void trailingZerosMakeNoDifference(String text) {
        assertThat(DecimalAmount.read(text, "EUR")).contains(Money.of(10_000, "EUR"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "0",
                "0.00",
                "-1",
                "1e3",
                "1E5",
                "100.001",
                "1,00",
                "0x10",
                "NaN",
                "١٠٠",
                "9999999999999999",
                "1.0000000"
            })
    void whatIsNoAmountIsNone(String text) {
        assertThat(DecimalAmount.read(text, "EUR")).isEmpty();
    }

    @Test
    void currencyMustBeKnown() {
        assertThat(DecimalAmount.read("1.00", null)).isEmpty();
        assertThat(DecimalAmount.read(null, "EUR")).isEmpty();
        assertThat(DecimalAmount.read("1.00", "EURO")).isEmpty();
        assertThat(DecimalAmount.read("1.00", "XTS")).isEmpty();
        assertThat(DecimalAmount.read("80.5", "JPY")).isEmpty();
    }
}
