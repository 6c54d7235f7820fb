package io.payonce.command.create;

import io.payonce.command.CommandProperties;
import io.payonce.command.http.BadRequest;
import io.payonce.command.http.Members;
import io.payonce.schema.session.PaymentDetails;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Currency;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Checks the body of a Create and names everything that is wrong with it at once. */
@Component
class CreateRequestReader {
    private static final int URL_LENGTH_MAX = 2048;
    private static final int DESCRIPTION_LENGTH_MAX = 256;
    private static final int METADATA_PAIRS_MAX = 20;
    private static final int METADATA_NAME_LENGTH_MAX = 40;
    private static final int METADATA_VALUE_LENGTH_MAX = 500;
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Set<String> LOCAL_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

    private final CommandProperties properties;

    CreateRequestReader(CommandProperties properties) {
        this.properties = properties;
    }

    /**
     * The request.
     *
     * @throws BadRequest with one entry per wrong member
     */
    CreateRequest read(ObjectNode body) {
        var members = new Members(body, Set.copyOf(CreateRequest.MEMBERS));
        var orderId = orderId(members);
        var amount = members.requiredInteger("amount", 1, Money.AMOUNT_MAX);
        var currency = currency(members);
        var provider = provider(members);
        var details = new PaymentDetails(
                returnUrl(members),
                members.text("description", DESCRIPTION_LENGTH_MAX),
                members.pairs("metadata", METADATA_PAIRS_MAX, METADATA_NAME_LENGTH_MAX, METADATA_VALUE_LENGTH_MAX));
        members.throwIfInvalid();
        if (orderId == null || amount == null || currency == null) {
            throw new IllegalStateException("a required member is missing and nobody said so");
        }
        return new CreateRequest(
                orderId,
                new Money(amount, currency),
                provider == null ? properties.defaultProvider() : provider,
                provider,
                details);
    }

    private static @Nullable OrderId orderId(Members members) {
        var text = members.requiredText("order_id", Integer.MAX_VALUE);
        try {
            return text == null ? null : new OrderId(text);
        } catch (IllegalArgumentException e) {
            members.reject("order_id", String.valueOf(e.getMessage()));
            return null;
        }
    }

    private static @Nullable Currency currency(Members members) {
        var code = members.requiredText("currency", Integer.MAX_VALUE);
        if (code == null) {
            return null;
        }
        try {
            var currency = CURRENCY.matcher(code).matches() ? Currency.getInstance(code) : null;
            if (currency != null && currency.getDefaultFractionDigits() >= 0) {
                return currency;
            }
        } catch (IllegalArgumentException e) {
            // Rejected below, like every other text that names no currency.
        }
        members.reject("currency", "must be an ISO 4217 code in upper case");
        return null;
    }

    private @Nullable String provider(Members members) {
        var name = members.text("provider", Integer.MAX_VALUE);
        if (name != null && !properties.providers().contains(name)) {
            members.reject("provider", "is not a configured provider");
        }
        return name;
    }

    private static @Nullable String returnUrl(Members members) {
        var text = members.text("return_url", URL_LENGTH_MAX);
        if (text != null && !isReturnUrl(text)) {
            members.reject("return_url", "must be an https URL, or http on localhost");
        }
        return text;
    }

    private static boolean isReturnUrl(String text) {
        try {
            var url = new URI(text);
            if (url.getScheme() == null || url.getHost() == null || url.getUserInfo() != null) {
                return false;
            }
            return url.getScheme().equalsIgnoreCase("https")
                    || (url.getScheme().equalsIgnoreCase("http") && LOCAL_HOSTS.contains(url.getHost()));
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
