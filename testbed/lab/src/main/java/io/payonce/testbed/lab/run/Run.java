package io.payonce.testbed.lab.run;

import io.payonce.testbed.lab.check.Checker;
import io.payonce.testbed.lab.history.History;
import io.payonce.testbed.lab.load.Load;
import io.payonce.testbed.lab.load.Witness;
import io.payonce.testbed.lab.plan.Plan;
import io.payonce.testbed.lab.report.Report;
import io.payonce.testbed.lab.stack.Http;
import io.payonce.testbed.lab.stack.LabStack;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** One run from the first customer to the judgement. */
public final class Run {
    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(1);

    /** A terminal gets every line in place of the last; a log gets one in so many. */
    private static final int LINES_FOR_A_LOG = 10;

    private final Clock clock = Clock.systemUTC();
    private final Http http = new Http();
    private final Witness witness = new Witness();
    private final LabStack stack;
    private final Plan plan;
    private final Consumer<String> say;
    private final Load load;
    private final Nemesis nemesis;
    private final FaultFeed faults;
    private final int rate;

    public Run(LabStack stack, Plan plan, int rate, Consumer<String> say) {
        this.stack = stack;
        this.plan = plan;
        this.rate = rate;
        this.say = say;
        this.load = new Load(stack, http, witness, plan.seed(), rate);
        this.nemesis = new Nemesis(stack.processes(), clock);
        this.faults = new FaultFeed(http, stack.sandbox(), rate);
    }

    public Report execute() throws InterruptedException {
        var began = clock.instant();
        load.start();
        nemesis.start(plan);
        var feed = faults.start(plan.weather());
        watch();
        say.accept("Healing.");
        faults.stop(feed);
        var down = nemesis.heal();
        load.stop();
        say.accept("Everything is up again; waiting for rest.");
        return report(began, new Judge(stack, http, witness, say).judge(down));
    }

    private Report report(Instant began, Judge.Verdict verdict) {
        return new Report(
                plan.seed(),
                plan.minutes(),
                rate,
                began,
                clock.instant(),
                counts(verdict.history()),
                suffered(),
                Timeline.of(witness.calls(), began),
                verdict.violations());
    }

    private void watch() {
        var inPlace = Boolean.getBoolean("payonce.terminal");
        var end = System.nanoTime() + Duration.ofMinutes(plan.minutes()).toNanos();
        for (var tick = 1; System.nanoTime() < end; tick++) {
            LockSupport.parkNanos(PROGRESS_EVERY.toNanos());
            if (inPlace) {
                System.out.print("\r\u001b[K" + progress(end));
                System.out.flush();
            } else if (tick % LINES_FOR_A_LOG == 0) {
                say.accept(progress(end));
            }
        }
        if (inPlace) {
            say.accept("");
        }
    }

    private String progress(long end) {
        var left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        return "%02d:%02d left | customers %d | creates: 2xx %d, 503 %d, no answer %d | paid %d | in trouble: %s"
                .formatted(
                        left.toMinutes(),
                        left.toSecondsPart(),
                        witness.count("customers", "customers"),
                        witness.count("create 2", ""),
                        witness.count("create 503", ""),
                        witness.count("create no answer", ""),
                        witness.count("payer pay", ""),
                        String.join(", ", nemesis.inTrouble()));
    }

    private Map<String, Map<String, Long>> counts(History history) {
        var counts = new TreeMap<String, Map<String, Long>>();
        counts.put("clients", witness.counts());
        counts.put("provider faults", faults.hits());
        counts.put("transitions", Checker.transitions(history));
        counts.put("trouble", troubles());
        counts.put("history", sizes(history));
        return counts;
    }

    private Map<String, Long> troubles() {
        var all = new TreeMap<String, Long>();
        nemesis.suffered()
                .forEach(one -> all.merge(
                        "%s %s: %s"
                                .formatted(one.trouble().kind(), one.trouble().member(), one.outcome()),
                        1L,
                        Long::sum));
        return all;
    }

    private static Map<String, Long> sizes(History history) {
        var tables = history.tables();
        var sizes = new TreeMap<String, Long>();
        sizes.put("client calls", (long) history.client().size());
        sizes.put("provider calls", (long) history.provider().calls().size());
        sizes.put("provider payments", (long) history.provider().ledger().size());
        sizes.put("notifications", (long) history.provider().notifications().size());
        sizes.put("orders", (long) tables.orders().size());
        sizes.put("sessions", (long) tables.sessions().size());
        sizes.put("entries", (long) tables.entries().size());
        sizes.put("outbox rows", (long) tables.outbox().size());
        sizes.put("topic records", (long) history.broker().records().size());
        sizes.put("incidents", (long) tables.incidents().size());
        var late = tables.lateMoney();
        sizes.put("late payments", late == null ? 0L : late.size());
        sizes.put("seconds to rest", history.rest().took().toSeconds());
        return sizes;
    }

    private List<Report.Suffered> suffered() {
        return nemesis.suffered().stream()
                .map(one -> new Report.Suffered(
                        one.trouble().member(), one.trouble().kind().name(), one.from(), one.to(), one.outcome()))
                .toList();
    }
}
