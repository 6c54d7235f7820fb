package io.payonce.testbed.sandbox.ledger;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Optional;
import java.util.regex.Pattern;

/** Decimal amounts: exactly as many decimals as the currency has, nothing rounded, nothing guessed. */
public final class Amounts {
    private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]{0,14})(\\.[0-9]{1,4})?");

    private Amounts() {}

    /** Why the amount cannot be taken; empty when it can. */
    public static Optional<String> refusal(String amount, String currency) {
        if (!DECIMAL.matcher(amount).matches()) {
            return Optional.of("amount must be a decimal number in a string");
        }
        var value = new BigDecimal(amount);
        if (value.signum() <= 0) {
            return Optional.of("amount must be positive");
        }
        var decimals = Currency.getInstance(currency).getDefaultFractionDigits();
        return value.scale() == decimals
                ? Optional.empty()
                : Optional.of("amount must have exactly %d decimals".formatted(decimals));
    }

    /** Whole units as the currency writes them, as {@code 100.00} or {@code 100}. */
    public static String ofUnits(long units, String currency) {
        var decimals = Currency.getInstance(currency).getDefaultFractionDigits();
        return BigDecimal.valueOf(units).setScale(decimals).toPlainString();
    }

    /** Whole units counted in the currency's smallest. */
    public static long minorUnits(long units, String currency) {
        return BigDecimal.valueOf(units)
                .movePointRight(Currency.getInstance(currency).getDefaultFractionDigits())
                .longValueExact();
    }
}
