package io.payonce.command.create;

import io.payonce.schema.session.PaymentDetails;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a client wants paid; every part has been checked.
 *
 * @param provider the named provider, or the default
 * @param named the provider as the client named it, if it did
 */
record CreateRequest(
        OrderId orderId,
        Money money,
        String provider,
        @Nullable String named,
        PaymentDetails details) {

    /** Whether an existing session is what this request asks for. */
    boolean asksFor(PaymentSession session) {
        return session.money().equals(money) && session.provider().equals(provider);
    }

    /**
     * SHA-256 over what the body says, member by member: spaces and the order of members make no difference, every
     * value does, also an optional one.
     */
    byte[] fingerprint() {
        var parts = new Object[] {
            orderId.value(),
            money.amount(),
            money.currency().getCurrencyCode(),
            named,
            details.returnUrl(),
            details.description(),
            new TreeMap<>(details.metadata())
        };
        var canonical = JsonMapper.shared().writeValueAsString(java.util.Arrays.asList(parts));
        try {
            return MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The checks' names, for those who list what a Create takes. */
    static final List<String> MEMBERS =
            List.of("order_id", "amount", "currency", "provider", "return_url", "description", "metadata");
}
