package io.payonce.worker.notify;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a redrive is asked to do.
 *
 * @param apply false only tells what would be done
 * @param event the only one to send again; null for all
 * @param limit of notifications in this run
 * @param perSecond how many become due in one second
 */
record RedriveOptions(boolean apply, @Nullable UUID event, int limit, int perSecond) {
    static final String USAGE =
            "redrive-notifications [--apply] [--event-id ID] [--limit 1…10000] [--per-second 1…1000]";

    private static final int LIMIT_MAX = 10_000;
    private static final int PER_SECOND_MAX = 1000;

    /**
     * Reads {@code --name value} or {@code --name=value}.
     *
     * @throws IllegalArgumentException for anything it does not know, with the reason
     */
    static RedriveOptions parse(List<String> arguments) {
        var options = new RedriveOptions(false, null, 1000, 20);
        var words = arguments.stream()
                .flatMap(argument -> Arrays.stream(argument.split("=", 2)))
                .iterator();
        while (words.hasNext()) {
            var name = words.next();
            options = switch (name) {
                case "--apply" -> new RedriveOptions(true, options.event, options.limit, options.perSecond);
                case "--event-id" ->
                    new RedriveOptions(
                            options.apply,
                            UUID.fromString(words.hasNext() ? words.next() : ""),
                            options.limit,
                            options.perSecond);
                case "--limit" ->
                    new RedriveOptions(
                            options.apply,
                            options.event,
                            number(name, words.hasNext() ? words.next() : "", LIMIT_MAX),
                            options.perSecond);
                case "--per-second" ->
                    new RedriveOptions(
                            options.apply,
                            options.event,
                            options.limit,
                            number(name, words.hasNext() ? words.next() : "", PER_SECOND_MAX));
                default -> throw new IllegalArgumentException("unknown option " + name);
            };
        }
        return options;
    }

    private static int number(String name, String text, int most) {
        if (!text.matches("[0-9]{1,6}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > most) {
            throw new IllegalArgumentException("%s needs a number from 1 to %d".formatted(name, most));
        }
        return Integer.parseInt(text);
    }
}
