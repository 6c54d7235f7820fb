package io.payonce.testbed.system;

import io.payonce.testbed.system.Http.Answer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Customers who come at a steady pace, one order each, and try again with their key until they are answered. */
final class Traffic implements AutoCloseable {
    private static final int AGAIN_MILLIS = 250;
    private static final int FINISH_SECONDS_MAX = 180;

    private final Shop shop;
    private final String prefix;
    private final int orders;
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(8);
    private final Map<Integer, String> ids = new ConcurrentHashMap<>();
    private final Set<Integer> statuses = ConcurrentHashMap.newKeySet();
    private final Set<Integer> failures = ConcurrentHashMap.newKeySet();

    private Traffic(Shop shop, String prefix, int orders) {
        this.shop = shop;
        this.prefix = prefix;
        this.orders = orders;
    }

    /** Orders {@code prefix-0} and on, the n-th after n / perSecond. */
    static Traffic start(Shop shop, String prefix, int orders, double perSecond) {
        var traffic = new Traffic(shop, prefix, orders);
        IntStream.range(0, orders).forEach(order -> traffic.in(Math.round(order * 1000 / perSecond), order));
        return traffic;
    }

    private void in(long millis, int order) {
        clock.schedule(() -> create(order), millis, TimeUnit.MILLISECONDS);
    }

    private void create(int order) {
        try {
            var answer = shop.create(body(order), "Idempotency-Key", prefix + order);
            statuses.add(answer.status());
            if (answer.isSuccess()) {
                ids.put(order, answer.text("id"));
            } else {
                in(AGAIN_MILLIS, order);
            }
        } catch (RuntimeException e) {
            failures.add(order);
            in(AGAIN_MILLIS, order);
        }
    }

    private String body(int order) {
        return Shop.eur(prefix + "-" + order);
    }

    /** One answer with the id of each order, however many tries it took. */
    List<String> finish() {
        org.awaitility.Awaitility.await()
                .atMost(java.time.Duration.ofSeconds(FINISH_SECONDS_MAX))
                .until(() -> ids.size() == orders);
        return List.copyOf(ids.values());
    }

    int accepted() {
        return ids.size();
    }

    boolean isFinished() {
        return ids.size() == orders;
    }

    /** Every status that any try was answered with; 0 is a broken connection. */
    Set<Integer> statuses() {
        return statuses;
    }

    /** Orders of which a try was not answered in time. */
    Set<Integer> unanswered() {
        return failures;
    }

    /** The same request with the same key gets the same answer. */
    Answer replay(int order) {
        return shop.create(body(order), "Idempotency-Key", prefix + order);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
