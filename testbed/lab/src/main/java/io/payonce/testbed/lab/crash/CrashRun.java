package io.payonce.testbed.lab.crash;

import io.payonce.testbed.lab.check.Violation;
import io.payonce.testbed.lab.load.Load;
import io.payonce.testbed.lab.load.Witness;
import io.payonce.testbed.lab.run.DueNow;
import io.payonce.testbed.lab.run.Healing;
import io.payonce.testbed.lab.run.Judge;
import io.payonce.testbed.lab.stack.Http;
import io.payonce.testbed.lab.stack.LabStack;
import io.payonce.testbed.local.Part;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Plays cases on a stack of its own while customers buy, heals it, and judges. Several runs share the stack, and each
 * judges the whole history so far.
 */
final class CrashRun implements AutoCloseable {
    /** Customers per second: enough to meet every point soon, and few enough for a machine that starts services. */
    private static final int RATE = 4;

    /** Sessions wait a minute to be looked at, which is long for a sweep to be met. */
    private static final Duration DUE_EVERY = Duration.ofSeconds(2);

    private final Http http = new Http();
    private final Witness witness = new Witness();
    private final LabStack stack;
    private final ArmedFolder folder;
    private final Consumer<String> say;

    private CrashRun(LabStack stack, ArmedFolder folder, Consumer<String> say) {
        this.stack = stack;
        this.folder = folder;
        this.say = say;
    }

    /** @param replicas of each service */
    static CrashRun start(Path project, Path data, int replicas, Consumer<String> say) {
        var armed = data.resolve("armed").toAbsolutePath();
        var variable = Map.of(ArmedFolder.VARIABLE, armed.toString());
        var environment = Map.of(
                Part.API_GATEWAY, variable,
                Part.PAYMENT_COMMAND, variable,
                Part.PAYMENT_WORKER, variable,
                Part.RECONCILER, variable);
        return new CrashRun(LabStack.start(project, data, replicas, environment, say), new ArmedFolder(armed), say);
    }

    /**
     * What came of it.
     *
     * @param met how many processes suffered, by case; a case that was not reached has fewer than it asks for
     */
    record Outcome(Map<CrashCase, Integer> met, List<Violation> violations) {
        List<CrashCase> missed() {
            return met.entrySet().stream()
                    .filter(entry -> entry.getValue() < entry.getKey().times())
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    /** Plays the cases of a round at once, one round after the other. */
    Outcome play(long seed, List<List<CrashCase>> rounds) throws InterruptedException {
        var load = new Load(stack, http, witness, seed, RATE);
        var met = new HashMap<CrashCase, Integer>();
        try (var clock = Executors.newSingleThreadScheduledExecutor();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var ticking = clock.scheduleWithFixedDelay(
                    this::bringForward, DUE_EVERY.toMillis(), DUE_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            load.start();
            for (var round : rounds) {
                var began = System.nanoTime();
                var reached = together(threads, round);
                met.putAll(reached);
                say.accept("%s after %.0f s".formatted(reached, (System.nanoTime() - began) / 1e9));
            }
            ticking.cancel(false);
        } finally {
            load.stop();
        }
        var down = Healing.startWhatIsDown(stack.processes());
        return new Outcome(met, new Judge(stack, http, witness, say).judge(down).violations());
    }

    private Map<CrashCase, Integer> together(ExecutorService threads, List<CrashCase> round)
            throws InterruptedException {
        var playing = new ArrayList<Future<Integer>>();
        for (var one : round) {
            playing.add(threads.submit(() -> new Suffering(stack.processes(), folder, one).play()));
        }
        var met = new LinkedHashMap<CrashCase, Integer>();
        for (var i = 0; i < round.size(); i++) {
            var one = round.get(i);
            try {
                met.put(one, playing.get(i).get());
            } catch (ExecutionException e) {
                throw new IllegalStateException(one + " could not be played", e);
            }
        }
        return met;
    }

    private void bringForward() {
        try (var connection = stack.connect()) {
            DueNow.bringForward(connection);
        } catch (SQLException e) {
            say.accept("Looks could not be brought forward: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        stack.stop();
    }
}
