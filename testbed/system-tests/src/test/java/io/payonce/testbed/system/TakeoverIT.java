package io.payonce.testbed.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A relay that dies or falls silent is replaced in time, and nothing is lost or doubled on the way: measured while
 * customers keep coming. {@code -Dpayonce.takeovers=20} does it that often each way.
 */
@Tag("long")
class TakeoverIT {
    private static final int TIMES = Integer.getInteger("payonce.takeovers", 2);

    /** Limits of an idle machine are 3 s and 15 s; a busy one is given more, and the figures are printed. */
    private static final Duration KILLED_MAX = Duration.ofSeconds(Integer.getInteger("payonce.takeover.killed", 15));

    private static final Duration SILENT_MAX = Duration.ofSeconds(Integer.getInteger("payonce.takeover.silent", 30));

    private final SystemStack stack = SystemStack.shared();
    private final RelaySeat seat = new RelaySeat(stack);
    private final Shop shop = stack.shop();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void heal() {
        stack.sandbox().autopay(false);
        stack.heal();
    }

    /** C23, and a pause instead of a kill. */
    @Test
    void relayIsReplacedAgainAndAgainUnderCreates() {
        stack.sandbox().autopay(true);
        var killed = new ArrayList<Duration>();
        var silent = new ArrayList<Duration>();
        var orders = Math.max(100, 25 * TIMES);
        try (var traffic = Traffic.start(shop, "c23-" + run, orders, 4)) {
            for (var time = 0; time < TIMES; time++) {
                killed.add(afterKill());
                silent.add(afterPause());
            }
            var payments = traffic.finish();

            assertThat(traffic.statuses()).isSubsetOf(200, 201, 202, 503);
            assertThat(payments).doesNotHaveDuplicates();
            new Books(stack, payments).awaitAll("Completed").assertEachPaidOnce();
        }
        print("kill -9", killed);
        print("SIGSTOP", silent);
        assertThat(killed).allMatch(time -> time.compareTo(KILLED_MAX) < 0);
        assertThat(silent).allMatch(time -> time.compareTo(SILENT_MAX) < 0);
        assertThat(ofBoth("payonce_relay_takeovers_total")).isPositive();
        assertThat(ofBoth("payonce_relay_terms_total")).isGreaterThanOrEqualTo(ofBoth("payonce_relay_takeovers_total"));
    }

    private double ofBoth(String metric) {
        return seat.metric(1, metric) + seat.metric(2, metric);
    }

    private Duration afterKill() {
        awaitStandby();
        var holder = seat.awaitHolder();
        var before = seat.sender().orElseThrow();

        var began = System.nanoTime();
        stack.kill(holder);
        awaitOther(before);
        var time = Duration.ofNanos(System.nanoTime() - began);
        CompletableFuture.runAsync(() -> stack.up(holder)).join();
        return time;
    }

    private Duration afterPause() {
        awaitStandby();
        var holder = seat.awaitHolder();
        var before = seat.sender().orElseThrow();

        var began = System.nanoTime();
        stack.pause(holder);
        awaitOther(before);
        var time = Duration.ofNanos(System.nanoTime() - began);
        // The zombie may send once more what it had in hand, and confirm it to nobody.
        stack.resume(holder);
        return time;
    }

    /** Both are there, so that there is somebody to take over. */
    private void awaitStandby() {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> List.of("ACTIVE", "STANDBY")
                        .containsAll(List.of(
                                seat.relay(1).path("details").path("here").stringValue(""),
                                seat.relay(2).path("details").path("here").stringValue(""))));
    }

    private void awaitOther(String before) {
        await().atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> seat.sender().filter(pid -> !pid.equals(before)).isPresent());
    }

    private static void print(String how, List<Duration> times) {
        var sorted = times.stream().sorted().toList();
        System.out.printf(
                "takeover after %s: %d times, median %d ms, maximum %d ms%n",
                how,
                sorted.size(),
                sorted.get(sorted.size() / 2).toMillis(),
                sorted.getLast().toMillis());
    }
}
