package io.payonce.testbed.lab.load;

import io.payonce.testbed.lab.history.ClientCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** One order from the first click to its end. What is tried is drawn from the seed; retries keep their key. */
final class Customer implements Runnable {
    private static final List<String> CURRENCIES = List.of("EUR", "EUR", "EUR", "USD", "JPY", "KWD");

    /** The provider refuses it. */
    private static final String REFUSED_CURRENCY = "GBP";

    private static final Set<String> ENDED = Set.of("completed", "failed", "canceled");
    private static final int TRIES_MAX = 40;
    private static final long RETRY_GAP_MS_MAX = 8_000;

    private final Checkout checkout;
    private final Payer payer;
    private final Patience patience;
    private final Cancelling cancelling;
    private final SplittableRandom random;
    private final String order;

    /** Whether the system under test can cancel; found out by the first who tries. */
    static final class Cancelling {
        private volatile boolean offered = true;
    }

    /** What all customers share. */
    record World(Checkout checkout, Payer payer, Patience patience, Cancelling cancelling) {}

    Customer(World world, SplittableRandom random, String order) {
        this.checkout = world.checkout();
        this.payer = world.payer();
        this.patience = world.patience();
        this.cancelling = world.cancelling();
        this.random = random;
        this.order = order;
    }

    @Override
    public void run() {
        var body = body();
        var payment = open(body);
        if (payment.isEmpty()) {
            return;
        }
        var id = payment.get();
        if (random.nextInt(50) == 0) {
            checkout.forgedCallback(id);
        }
        var dice = random.nextInt(100);
        if (dice < 52) {
            acts(id, "pay");
        } else if (dice < 60) {
            acts(id, "authorize");
            acts(id, "pay");
        } else if (dice < 68) {
            acts(id, "decline");
            paysTheNext(id, body);
        } else if (dice < 75) {
            acts(id, "decline");
            acts(id, "pay");
        } else if (dice < 80) {
            acts(id, "expire");
            acts(id, random.nextBoolean() ? "pay" : "expire");
        } else if (dice < 94) {
            cancels(id);
        }
        watch(id, 4);
    }

    private String body() {
        var currency = random.nextInt(50) == 0 ? REFUSED_CURRENCY : CURRENCIES.get(random.nextInt(CURRENCIES.size()));
        return "{\"order_id\": \"%s\", \"amount\": %d, \"currency\": \"%s\"}"
                .formatted(order, random.nextInt(1, 1_000_000), currency);
    }

    /** Clicks, perhaps several times at once, and again while there is no good answer. */
    private Optional<String> open(String body) {
        var key = order + "-" + Integer.toHexString(random.nextInt());
        for (var look = 1; look <= TRIES_MAX; look++) {
            var answers = look == 1 ? together(clicks(body, key)) : List.of(checkout.create(order, body, key, 0));
            var id = answers.stream()
                    .filter(ClientCall::isSuccess)
                    .map(answer -> answer.text("id"))
                    .filter(found -> !found.isEmpty())
                    .findFirst();
            if (id.isPresent() || !patience.pause(gap(look))) {
                return id;
            }
        }
        return Optional.empty();
    }

    /** Growing, as everywhere: customers must not keep down what is just coming up. */
    private Duration gap(int look) {
        return Duration.ofMillis(Math.min(RETRY_GAP_MS_MAX, random.nextLong(300, 900) << Math.min(look - 1, 5)));
    }

    private List<Click> clicks(String body, String key) {
        var clicks = new ArrayList<>(List.of(new Click(body, key, random.nextInt(8) == 0 ? 5 : 0)));
        var more = random.nextInt(10) < 3 ? random.nextInt(1, 4) : 0;
        for (var i = 0; i < more; i++) {
            clicks.add(
                    switch (random.nextInt(6)) {
                        case 0 -> new Click(body, null, 0);
                        case 1, 2 -> new Click(body, key + "-" + i, 0);
                        case 3 -> new Click(body.replace("\"amount\": ", "\"amount\": 1"), key, 0);
                        default -> new Click(body, key, 0);
                    });
        }
        return clicks;
    }

    private record Click(String body, @Nullable String key, int seconds) {}

    private List<ClientCall> together(List<Click> clicks) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<Future<ClientCall>>();
            for (var click : clicks) {
                answers.add(threads.submit(() -> checkout.create(order, click.body(), click.key(), click.seconds())));
            }
            var all = new ArrayList<ClientCall>();
            for (var answer : answers) {
                all.add(answer.get());
            }
            return all;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void acts(String id, String action) {
        for (var look = 1; look <= TRIES_MAX; look++) {
            if (!patience.pause(Duration.ofMillis(random.nextInt(100, 1_200))) || payer.act(id, action)) {
                return;
            }
            if (look % 8 == 0 && ENDED.contains(checkout.read(id).text("status"))) {
                return;
            }
        }
    }

    private void paysTheNext(String first, String body) {
        if (watch(first, 12)) {
            open(body).filter(second -> !second.equals(first)).ifPresent(second -> acts(second, "pay"));
        }
    }

    /** Half of those who cancel pay at the same time, or a little later. */
    private void cancels(String id) {
        if (random.nextBoolean()) {
            watch(id, 2);
        }
        if (!cancelling.offered) {
            return;
        }
        var code = checkout.cancelCode(id);
        if (!code.isSuccess()) {
            if (code.status() == 404 || code.status() == 405) {
                cancelling.offered = false;
            }
            return;
        }
        if (random.nextInt(8) == 0) {
            checkout.cancel(id, "000000");
        }
        var pays = random.nextBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            if (pays) {
                var delay = Duration.ofMillis(random.nextInt(0, 400));
                threads.execute(() -> {
                    patience.pause(delay);
                    payer.act(id, "pay");
                });
            }
            for (var i = random.nextInt(1, 4); i > 0; i--) {
                threads.execute(() -> checkout.cancel(id, code.text("code")));
            }
        }
    }

    /** Reads until the payment has ended, or so many times; true if it has. Sometimes asks for a check. */
    private boolean watch(String id, int looks) {
        for (var look = 1; look <= looks; look++) {
            if (!patience.pause(Duration.ofMillis(random.nextInt(300, 1_500)))) {
                return false;
            }
            if (random.nextInt(10) == 0) {
                checkout.check(id);
            }
            if (ENDED.contains(checkout.read(id).text("status"))) {
                return true;
            }
        }
        return false;
    }
}
