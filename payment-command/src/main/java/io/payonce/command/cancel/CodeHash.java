package io.payonce.command.cancel;

import io.payonce.schema.session.PaymentSession;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA256 over payment, amount, currency and code: a code works for this payment with this amount and for nothing
 * else, and a million codes cannot be tried against the table without the key. Thread-safe.
 */
final class CodeHash {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    CodeHash(String key) {
        this.key = new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    byte[] of(PaymentSession session, CancelCode code) {
        var money = session.money();
        var bound = String.join(
                "\n",
                session.id().toString(),
                Long.toString(money.amount()),
                money.currency().getCurrencyCode(),
                code.digits());
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(bound.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
