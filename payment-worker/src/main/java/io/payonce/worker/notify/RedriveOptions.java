package io.payonce.worker.notify;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private static final String APPLY = "--apply";
    private static final Set<String> NAMES = Set.of(APPLY, "--event-id", "--limit", "--per-second");
    private static final int LIMIT = 1000;
    private static final int LIMIT_MAX = 10_000;
    private static final int PER_SECOND = 20;
    private static final int PER_SECOND_MAX = 1000;

    /**
     * Reads {@code --name value} or {@code --name=value}.
     *
     * @throws IllegalArgumentException for anything it does not know, with the reason
     */
    static RedriveOptions parse(List<String> arguments) {
        var values = new HashMap<String, String>();
        var words = arguments.stream()
                .flatMap(argument -> Arrays.stream(argument.split("=", 2)))
                .iterator();
        while (words.hasNext()) {
            var name = words.next();
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("unknown option " + name);
            }
            values.put(name, name.equals(APPLY) || !words.hasNext() ? "" : words.next());
        }
        var event = values.get("--event-id");
        return new RedriveOptions(
                values.containsKey(APPLY),
                event == null ? null : UUID.fromString(event),
                number(values, "--limit", LIMIT, LIMIT_MAX),
                number(values, "--per-second", PER_SECOND, PER_SECOND_MAX));
    }

    private static int number(Map<String, String> values, String name, int unlessGiven, int most) {
        var text = values.getOrDefault(name, Integer.toString(unlessGiven));
        if (!text.matches("[0-9]{1,6}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > most) {
            throw new IllegalArgumentException("%s needs a number from 1 to %d".formatted(name, most));
        }
        return Integer.parseInt(text);
    }
}
