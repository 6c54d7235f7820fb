package io.payonce.testbed.system;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Customers who come at a steady pace, one order each, and try again with their key until they are answered. */
final class Traffic implements AutoCloseable {
    private static final int AGAIN_MILLIS = 250;
    private static final Duration FINISH_TIME_MAX = Duration.ofMinutes(3);

    private final Shop shop;
    private final String prefix;
    private final int orders;
    private final ExecutorService clock = Executors.newFixedThreadPool(8);
    private final Map<Integer, String> ids = new ConcurrentHashMap<>();
    private final Set<Integer> come = ConcurrentHashMap.newKeySet();
    private final Set<Integer> statuses = ConcurrentHashMap.newKeySet();
    private final Set<Integer> failures = ConcurrentHashMap.newKeySet();

    private volatile boolean closing;

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
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, clock).execute(() -> create(order));
    }

    private void create(int order) {
        if (closing && !come.contains(order)) {
            return;
        }
        come.add(order);
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

    /** Lets all customers come, and returns one id for each, however many tries it took. */
    List<String> finish() {
        await().atMost(FINISH_TIME_MAX).until(() -> ids.size() == orders);
        return List.copyOf(ids.values());
    }

    /** Like {@link #finish}, but no customer comes any more. */
    List<String> close(int least) {
        await().atMost(FINISH_TIME_MAX).until(() -> come.size() >= least);
        closing = true;
        await().atMost(FINISH_TIME_MAX).until(() -> ids.size() == come.size());
        return List.copyOf(ids.values());
    }

    int accepted() {
        return ids.size();
    }

    /** Every status that any try was answered with; 0 is a broken connection. */
    Set<Integer> statuses() {
        return statuses;
    }

    /** Orders of which a try was not answered in time. */
    Set<Integer> unanswered() {
        return failures;
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
