package io.payonce.testbed.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Callbacks as fast as they go, a tenth of them duplicates and a twentieth forged: genuine ones count once, forged ones
 * not at all.
 */
@Tag("long")
class CallbackStormIT {
    private static final int CALLBACKS = 10_000;
    private static final int FORGED = CALLBACKS / 20;
    private static final int DUPLICATES = CALLBACKS / 10;
    private static final int PAYMENTS = CALLBACKS - FORGED - DUPLICATES;
    private static final int SENDERS = 32;
    private static final Duration SETTLE_TIME_MAX = Duration.ofMinutes(3);

    private final SystemStack stack = SystemStack.shared();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    private record Callback(String payment, boolean genuine) {}

    @Test
    void genuineOnesCountOnceAndForgedOnesNotAtAll() throws InterruptedException {
        var payments = registered();
        var deadlocks = deadlocks();
        var began = System.nanoTime();

        var statuses = send(mixed(payments));
        var sent = System.nanoTime();
        await().atMost(SETTLE_TIME_MAX)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> count("payment_sessions WHERE status = 'Completed' AND order_id LIKE '%s%%'") == PAYMENTS);
        var applied = System.nanoTime();

        assertThat(statuses).isEqualTo(Map.of("genuine 200", PAYMENTS + DUPLICATES, "forged 401", FORGED));
        assertThat(count("accounting_entries WHERE order_id LIKE '%s%%' AND entry_type = 'PaymentReceived'"))
                .isEqualTo(PAYMENTS);
        assertThat(count("orders WHERE id LIKE '%s%%' AND status = 'Paid'")).isEqualTo(PAYMENTS);
        assertThat(count("outbox WHERE message_key LIKE '%s%%' AND type = 'payment.completed'"))
                .isEqualTo(PAYMENTS);
        assertThat(deadlocks()).isEqualTo(deadlocks);
        await().atMost(SETTLE_TIME_MAX)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> count("notifications WHERE order_id LIKE '%s%%' AND state = 'Delivered'") == PAYMENTS);
        System.out.printf(
                "%d callbacks: answered in %d ms, applied after %d ms, webhooks delivered after %d ms%n",
                CALLBACKS, millis(began, sent), millis(began, applied), millis(began, System.nanoTime()));
    }

    /** Registered payments, as the reconciler would have left them. */
    private List<String> registered() {
        return stack.query("""
                WITH made AS MATERIALIZED (
                     SELECT gen_random_uuid() AS id, 'storm-%s-' || i AS order_id
                       FROM generate_series(1, %d) AS i),
                     ordered AS (
                     INSERT INTO payonce.orders (id, amount_minor, currency, status, active_payment_id)
                     SELECT order_id, 1500, 'EUR', 'AwaitingPayment', id
                       FROM made)
                INSERT INTO payonce.payment_sessions
                       (id, order_id, amount_minor, currency, status, provider, version, next_check_at)
                SELECT id, order_id, 1500, 'EUR', 'Registered', 'sandbox', 2, now() + interval '1 hour'
                  FROM made
                RETURNING id::text""".formatted(run, PAYMENTS));
    }

    private static List<Callback> mixed(List<String> payments) {
        var all = new ArrayList<Callback>();
        payments.forEach(id -> all.add(new Callback(id, true)));
        payments.subList(0, DUPLICATES).forEach(id -> all.add(new Callback(id, true)));
        payments.subList(0, FORGED).forEach(id -> all.add(new Callback(id, false)));
        Collections.shuffle(all, new Random(4711));
        return all;
    }

    private Map<String, Integer> send(List<Callback> callbacks) throws InterruptedException {
        try (var threads = Executors.newFixedThreadPool(SENDERS)) {
            var posts = callbacks.stream()
                    .map(callback -> (Callable<String>) () -> post(callback))
                    .toList();
            return threads.invokeAll(posts).stream()
                    .map(Future::resultNow)
                    .collect(java.util.stream.Collectors.toMap(result -> result, result -> 1, Integer::sum));
        }
    }

    private String post(Callback callback) {
        var body = """
                {"event": "payment.paid", "event_id": "ev-%1$s", "payment_id": "p-%1$s", "order_id": "%1$s",\
                 "status": "paid", "amount": "15.00", "payment_currency": "EUR", "occurred_at": "%2$s"}\
                """.formatted(callback.payment(), Instant.now());
        var at = Instant.now().getEpochSecond();
        var signature = hmac(callback.genuine() ? "local-callback-secret" : "another-secret", at + "." + body);
        var answer = Http.send(
                "POST",
                "http://127.0.0.1:" + stack.gatewayPort() + "/v1/providers/sandbox/callbacks",
                body,
                Map.of("Content-Type", "application/json", "X-Signature", "t=" + at + ",v1=" + signature));
        return (callback.genuine() ? "genuine " : "forged ") + answer.status();
    }

    private static String hmac(String secret, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new AssertionError(e);
        }
    }

    private long count(String what) {
        return stack.count("SELECT count(*) FROM payonce." + what.formatted("storm-" + run + "-"));
    }

    private long deadlocks() {
        return stack.count("SELECT deadlocks FROM pg_stat_database WHERE datname = 'payonce'");
    }

    private static long millis(long from, long to) {
        return (to - from) / 1_000_000;
    }
}
