package io.payonce.testbed.lab.run;

import io.payonce.testbed.lab.plan.Weather;
import io.payonce.testbed.lab.stack.Http;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** Has the sandbox misbehave as the weather says: second by second, about one call in five. */
final class FaultFeed {
    private static final double SHARE = 0.2;

    private final Http http;
    private final String sandbox;
    private final int times;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Map<String, Long> hits = new TreeMap<>();

    /** @param rate customers per second, which is about the number of register calls per second */
    FaultFeed(Http http, String sandbox, int rate) {
        this.http = http;
        this.sandbox = sandbox;
        this.times = Math.max(1, (int) Math.round(rate * SHARE));
    }

    Thread start(List<Weather> weather) {
        return Thread.ofVirtual().start(() -> {
            try {
                for (var second : weather) {
                    change(second);
                    if (over.await(1, TimeUnit.SECONDS)) {
                        break;
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void change(Weather second) {
        clear();
        for (var fault : second.faults()) {
            var body = new HashMap<String, Object>(
                    Map.of("operation", fault.operation(), "fault", fault.fault(), "times", times));
            if (fault.delayMs() > 0) {
                body.put("delay_ms", fault.delayMs());
            }
            http.send("POST", sandbox + "/sandbox/faults", JsonMapper.shared().writeValueAsString(body), Map.of());
        }
    }

    /** Faults that were not met are taken back: they belong to their second. */
    private void clear() {
        try {
            for (var fault : http.list(sandbox + "/sandbox/faults", "faults")) {
                var hit = fault.path("hit").asLong(0);
                if (hit > 0) {
                    count(
                            fault.path("operation").asString("").toLowerCase(java.util.Locale.ROOT) + " "
                                    + fault.path("fault").asString(""),
                            hit);
                }
            }
        } catch (IllegalStateException e) {
            count("sandbox did not answer", 1);
        }
        http.send("DELETE", sandbox + "/sandbox/faults", null, Map.of());
    }

    private synchronized void count(String what, long hit) {
        hits.merge(what, hit, Long::sum);
    }

    /** Fine weather from now on. */
    void stop(Thread feed) throws InterruptedException {
        over.countDown();
        feed.join();
        clear();
    }

    /** Calls that were hit, by operation and fault. */
    synchronized Map<String, Long> hits() {
        return new TreeMap<>(hits);
    }
}
