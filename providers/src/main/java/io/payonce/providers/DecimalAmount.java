package io.payonce.providers;

import io.payonce.schema.value.Money;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Amounts as providers write them, {@code "100.00"}, read exactly and never through a floating-point number. */
public final class DecimalAmount {
    /** Digits only, so that neither an exponent nor a thousand digits can cost time. */
    private static final Pattern FORM = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,6})?");

    private DecimalAmount() {}

    /** The money, or empty if the texts are not exactly an amount in minor units of a known currency. */
    public static Optional<Money> read(@Nullable String amount, @Nullable String currency) {
        if (amount == null || currency == null || !FORM.matcher(amount).matches()) {
            return Optional.empty();
        }
        try {
            var unit = Currency.getInstance(currency);
            var minor = new BigDecimal(amount).movePointRight(unit.getDefaultFractionDigits());
            return Optional.of(new Money(minor.longValueExact(), unit));
        } catch (IllegalArgumentException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
