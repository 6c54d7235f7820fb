package io.payonce.testbed.lab.history;

import java.util.List;
import java.util.regex.Pattern;

/** What must be found in no log, topic or answer. */
public final class Secrets {
    private static final Pattern NOTHING = Pattern.compile("(?!)");

    private final List<String> keys;
    private final Pattern codes;

    /**
     * Knows what to look for.
     *
     * @param keys as they are
     * @param codes of six digits, which count only beside the word code: any number may hold the same digits
     */
    public Secrets(List<String> keys, List<String> codes) {
        this.keys = List.copyOf(keys);
        this.codes = codes.isEmpty()
                ? NOTHING
                : Pattern.compile("(?i)code\\W{1,5}(" + String.join("|", codes) + ")(?![0-9])");
    }

    /** True if the text gives something away. */
    public boolean areIn(String text) {
        return keys.stream().anyMatch(text::contains) || codes.matcher(text).find();
    }
}
