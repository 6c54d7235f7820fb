package io.payonce.testbed.sandbox.provider;

import io.payonce.testbed.sandbox.http.HttpAddress;
import io.payonce.testbed.sandbox.http.Members;
import io.payonce.testbed.sandbox.http.RequestRefused;
import io.payonce.testbed.sandbox.ledger.Amounts;
import io.payonce.testbed.sandbox.ledger.Registration;
import java.util.List;
import java.util.regex.Pattern;

/** Checks what a merchant wants registered; the first thing wrong is the answer. Members we do not know are ignored. */
final class ReadRegistration {
    private static final Pattern ORDER_ID = Pattern.compile("[A-Za-z0-9._:-]{1,64}");
    private static final int DESCRIPTION_LENGTH_MAX = 1_000;

    private final List<String> currencies;

    ReadRegistration(List<String> currencies) {
        this.currencies = currencies;
    }

    Registration read(Members members) {
        var orderId = members.text("order_id");
        check(ORDER_ID.matcher(orderId).matches(), "order_id must be 1 to 64 of A-Z a-z 0-9 . _ : -");
        var currency = members.text("payment_currency");
        check(currencies.contains(currency), "payment_currency must be " + currencies.getFirst());
        var amount = members.text("amount");
        Amounts.refusal(amount, currency).ifPresent(why -> check(false, why));
        var callbackUrl = members.optionalText("callback_url");
        check(
                callbackUrl.isEmpty() || callbackUrl.flatMap(HttpAddress::of).isPresent(),
                "callback_url must be an http or https address");
        var description = members.optionalText("description");
        check(
                description.map(String::length).orElse(0) <= DESCRIPTION_LENGTH_MAX,
                "description must have at most %d characters".formatted(DESCRIPTION_LENGTH_MAX));
        return new Registration(orderId, amount, currency, callbackUrl.orElse(null), description.orElse(null));
    }

    private static void check(boolean fine, String otherwise) {
        if (!fine) {
            throw new RequestRefused(400, otherwise);
        }
    }
}
