package io.payonce.testbed.lab.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** All trouble of a run. The same seed and length give the same plan; how it meets the load is up to the machine. */
public record Plan(long seed, int minutes, List<Trouble> troubles, List<Weather> weather) {
    public static final int MINUTES_MAX = 24 * 60;

    /** Nothing happens before the load has begun to flow, and nothing begins that could not be felt any more. */
    private static final Duration QUIET_START = Duration.ofSeconds(8);

    private static final Duration QUIET_END = Duration.ofSeconds(5);
    private static final int GAP_MS_MIN = 1_500;
    private static final int GAP_MS_MAX = 9_000;

    private static final List<String> SERVICES =
            List.of("api-gateway", "payment-command", "payment-worker", "reconciler");
    private static final List<String> CALL_FAULTS = List.of(
            "delay",
            "hang",
            "drop_before",
            "drop_after",
            "error_before",
            "error_after",
            "truncated_json",
            "truncated_body",
            "unknown_status",
            "slow_body",
            "redirect");
    private static final List<String> REVERSE_FAULTS =
            List.of("delay", "drop_before", "drop_after", "error_after", "reverse_pending", "refuse_captured");
    private static final List<String> CALLBACK_FAULTS = List.of(
            "never", "duplicate", "duplicate", "delay", "delay", "drop_before", "error_after", "truncated_json");

    public static Plan of(long seed, int minutes) {
        var random = new SplittableRandom(seed);
        var troubles = new ArrayList<Trouble>();
        var end = Duration.ofMinutes(minutes).minus(QUIET_END);
        for (var at = QUIET_START; at.compareTo(end) < 0; at = at.plusMillis(random.nextInt(GAP_MS_MIN, GAP_MS_MAX))) {
            troubles.add(trouble(at, random));
        }
        var weather = new ArrayList<Weather>();
        for (var second = 0; second < minutes * 60; second++) {
            weather.add(new Weather(
                    second,
                    List.of(
                            fault("register", CALL_FAULTS, random),
                            fault("status", CALL_FAULTS, random),
                            fault("reverse", REVERSE_FAULTS, random),
                            fault("callback", CALLBACK_FAULTS, random))));
        }
        return new Plan(seed, minutes, List.copyOf(troubles), List.copyOf(weather));
    }

    private static Trouble trouble(Duration at, SplittableRandom random) {
        var dice = random.nextInt(100);
        if (dice < 8) {
            return new Trouble(at, kill(random), "kafka", millis(random, 0, 6_000));
        }
        if (dice < 16) {
            return new Trouble(at, kill(random), "postgres", millis(random, 0, 4_000));
        }
        var member = SERVICES.get(random.nextInt(SERVICES.size())) + (random.nextBoolean() ? "-2" : "");
        if (dice < 48) {
            return new Trouble(at, Trouble.Kind.KILL, member, millis(random, 0, 4_000));
        }
        return dice < 82
                ? new Trouble(at, Trouble.Kind.PAUSE, member, pause(random))
                : new Trouble(at, Trouble.Kind.RESTART, member, millis(random, 0, 2_000));
    }

    private static Trouble.Kind kill(SplittableRandom random) {
        return random.nextBoolean() ? Trouble.Kind.KILL : Trouble.Kind.PAUSE;
    }

    /** One in six outlasts the workers' leases. */
    private static Duration pause(SplittableRandom random) {
        return random.nextInt(6) == 0 ? millis(random, 31_000, 36_000) : millis(random, 500, 12_000);
    }

    private static Duration millis(SplittableRandom random, int least, int most) {
        return Duration.ofMillis(random.nextInt(least, most));
    }

    private static Weather.Fault fault(String operation, List<String> faults, SplittableRandom random) {
        var fault = faults.get(random.nextInt(faults.size()));
        return new Weather.Fault(operation, fault, fault.equals("delay") ? random.nextInt(200, 6_000) : 0);
    }
}
