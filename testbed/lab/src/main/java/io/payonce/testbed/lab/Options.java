package io.payonce.testbed.lab;

import io.payonce.testbed.lab.plan.Plan;
import io.payonce.testbed.local.Complaint;
import java.nio.file.Path;

/**
 * The command line.
 *
 * @param rate new customers per second
 * @param report the folder the report goes to
 */
record Options(int minutes, long seed, int rate, Path report) {
    private static final int RATE_MAX = 500;
    private static final int MINUTES = 2;
    private static final int RATE = 20;

    /**
     * Reads the arguments.
     *
     * @param anySeed used if none is given
     * @throws Complaint if they make no sense
     */
    static Options of(long anySeed, Path report, String... arguments) {
        var options = new Options(MINUTES, anySeed, RATE, report);
        for (var i = 0; i < arguments.length; i += 2) {
            var name = arguments[i];
            if (i + 1 == arguments.length) {
                throw new Complaint(name + " is no option, or lacks its value; ./lab --help tells more.");
            }
            options = options.with(name, arguments[i + 1]);
        }
        return options;
    }

    private Options with(String name, String value) {
        return switch (name) {
            case "--minutes" -> new Options((int) number(name, value, Plan.MINUTES_MAX), seed, rate, report);
            case "--seed" -> new Options(minutes, number(name, value, Long.MAX_VALUE), rate, report);
            case "--rate" -> new Options(minutes, seed, (int) number(name, value, RATE_MAX), report);
            case "--report" -> new Options(minutes, seed, rate, Path.of(value));
            default -> throw new Complaint("Unknown option " + name + "; ./lab --help lists all.");
        };
    }

    private static long number(String name, String value, long most) {
        try {
            var number = Long.parseLong(value);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, like a number that is too large.
        }
        throw new Complaint("%s takes a number from 1 to %d, not %s.".formatted(name, most, value));
    }
}
