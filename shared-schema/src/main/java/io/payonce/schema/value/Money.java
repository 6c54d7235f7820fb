package io.payonce.schema.value;

import java.math.BigDecimal;
import java.util.Currency;

/**
 * An amount in minor units of its currency (cents, yen, fils) and the ISO 4217 currency. Never a floating-point number.
 *
 * @param amount minor units, 1 … {@value #AMOUNT_MAX}
 */
public record Money(long amount, Currency currency) {
    /** The largest amount the API accepts, in minor units. */
    public static final long AMOUNT_MAX = 99_999_999_999_999L;

    public Money {
        if (amount < 1 || amount > AMOUNT_MAX) {
            throw new IllegalArgumentException("amount must be 1 to " + AMOUNT_MAX + " minor units");
        }
        if (currency.getDefaultFractionDigits() < 0) {
            throw new IllegalArgumentException("currency " + currency + " has no minor unit");
        }
    }

    public static Money of(long amount, String currency) {
        return new Money(amount, Currency.getInstance(currency));
    }

    /** The amount with exactly the currency's decimals: {@code 8.20} USD, {@code 80} JPY, {@code 18.600} KWD. */
    public String decimal() {
        return BigDecimal.valueOf(amount, currency.getDefaultFractionDigits()).toPlainString();
    }

    @Override
    public String toString() {
        return decimal() + " " + currency;
    }
}
