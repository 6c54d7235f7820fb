package io.payonce.schema.broker;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a redrive is to do.
 *
 * @param topics whose letters; each one's topic of dead letters is read
 * @param apply false only shows what would be sent
 * @param force sends also what was redriven {@value #TIMES_MAX} times already
 * @param limit letters at most, over all topics
 * @param perSecond letters sent per second at most
 * @param from where to begin instead of the committed position, in this one partition only
 */
record RedriveOptions(
        List<String> topics,
        boolean apply,
        boolean force,
        long limit,
        int perSecond,
        @Nullable Place from) {
    static final int TIMES_MAX = 3;
    static final int PER_SECOND = 50;
    static final int PER_SECOND_MAX = 1000;

    private static final Pattern PLACE = Pattern.compile("([0-9]{1,6}):([0-9]{1,18})");
    private static final Set<String> FLAGS = Set.of("--apply", "--force");

    /** A partition of the topic of dead letters and an offset in it. */
    record Place(int partition, long offset) {}

    /** Reads the arguments behind {@code redrive}; {@code topics} are those the service consumes. */
    static RedriveCall read(List<String> arguments, List<String> topics) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            return new RedriveCall.Help();
        }
        try {
            return new RedriveCall.Run(options(arguments, topics));
        } catch (IllegalArgumentException e) {
            return new RedriveCall.Refused(String.valueOf(e.getMessage()));
        }
    }

    private static RedriveOptions options(List<String> arguments, List<String> topics) {
        var options = new RedriveOptions(topics, false, false, Long.MAX_VALUE, PER_SECOND, null);
        var rest = new ArrayDeque<>(arguments);
        var seen = new HashSet<String>();
        while (!rest.isEmpty()) {
            var argument = rest.remove();
            var equals = argument.indexOf('=');
            var name = equals < 0 ? argument : argument.substring(0, equals);
            if (!seen.add(name)) {
                throw new IllegalArgumentException(name + " is given twice");
            }
            options = FLAGS.contains(argument)
                    ? options.withFlag(argument)
                    : options.with(name, equals < 0 ? rest.poll() : argument.substring(equals + 1));
        }
        if (options.from != null && options.topics.size() > 1) {
            throw new IllegalArgumentException("--from-offset needs --topic, one of " + String.join(", ", topics));
        }
        return options;
    }

    private RedriveOptions withFlag(String name) {
        return new RedriveOptions(
                topics, apply || name.equals("--apply"), force || name.equals("--force"), limit, perSecond, from);
    }

    private RedriveOptions with(String name, @Nullable String value) {
        return switch (name) {
            case "--topic" -> new RedriveOptions(List.of(topic(value)), apply, force, limit, perSecond, from);
            case "--limit" ->
                new RedriveOptions(topics, apply, force, number(name, value, Integer.MAX_VALUE), perSecond, from);
            case "--per-second" ->
                new RedriveOptions(topics, apply, force, limit, number(name, value, PER_SECOND_MAX), from);
            case "--from-offset" -> new RedriveOptions(topics, apply, force, limit, perSecond, place(value));
            default -> throw new IllegalArgumentException("unknown option " + name);
        };
    }

    private String topic(@Nullable String value) {
        if (value == null || !topics.contains(value)) {
            throw new IllegalArgumentException("--topic must be one of " + String.join(", ", topics));
        }
        return value;
    }

    private static int number(String name, @Nullable String value, int most) {
        if (value != null && value.matches("[0-9]{1,10}")) {
            var number = Long.parseLong(value);
            if (number >= 1 && number <= most) {
                return (int) number;
            }
        }
        throw new IllegalArgumentException("%s must be a number from 1 to %d".formatted(name, most));
    }

    private static Place place(@Nullable String value) {
        var matcher = PLACE.matcher(value == null ? "" : value);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("--from-offset must be PARTITION:OFFSET, as in 3:17");
        }
        return new Place(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }
}
