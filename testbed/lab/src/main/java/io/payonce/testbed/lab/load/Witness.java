package io.payonce.testbed.lab.load;

import io.payonce.testbed.lab.history.ClientCall;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** Remembers everything clients saw, and counts what they did. Thread-safe. */
public final class Witness {
    private final ConcurrentLinkedQueue<ClientCall> calls = new ConcurrentLinkedQueue<>();
    private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

    void saw(ClientCall call) {
        calls.add(call);
        count(call.kind().name().toLowerCase(java.util.Locale.ROOT) + " "
                + (call.status() == 0 ? "no answer" : call.status()));
    }

    public void count(String what) {
        counts.computeIfAbsent(what, name -> new LongAdder()).increment();
    }

    public List<ClientCall> calls() {
        return List.copyOf(calls);
    }

    public Map<String, Long> counts() {
        var all = new TreeMap<String, Long>();
        counts.forEach((what, count) -> all.put(what, count.sum()));
        return all;
    }

    /** How often anything that begins so was counted. */
    public long count(String prefix, String end) {
        return counts.entrySet().stream()
                .filter(entry ->
                        entry.getKey().startsWith(prefix) && entry.getKey().endsWith(end))
                .mapToLong(entry -> entry.getValue().sum())
                .sum();
    }
}
