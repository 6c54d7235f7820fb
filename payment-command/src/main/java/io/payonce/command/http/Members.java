package io.payonce.command.http;

import io.payonce.command.http.Problem.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes the members of a JSON object one by one and collects everything that is wrong with them. */
public final class Members {
    private final ObjectNode object;
    private final List<FieldError> errors = new ArrayList<>();

    /** Members outside {@code known} are errors: a misspelt option must not be ignored. */
    public Members(ObjectNode object, Set<String> known) {
        this.object = object;
        for (var name : object.propertyNames()) {
            if (!known.contains(name)) {
                reject(printable(name), "is not known here");
            }
        }
    }

    public void reject(String field, String message) {
        errors.add(new FieldError(field, message));
    }

    /** A string of at most {@code lengthMax} characters, or null if the member is left out or null. */
    public @Nullable String text(String name, int lengthMax) {
        var node = object.get(name);
        if (node == null || node.isNull()) {
            return null;
        }
        if (!node.isString()) {
            reject(name, "must be a string");
            return null;
        }
        return checked(name, node.stringValue(), lengthMax);
    }

    public @Nullable String requiredText(String name, int lengthMax) {
        requirePresent(name);
        return text(name, lengthMax);
    }

    /** A JSON integer between the bounds, or null with an error. {@code 1.0} and {@code 1e3} are no integers. */
    public @Nullable Long requiredInteger(String name, long min, long max) {
        var node = object.get(name);
        if (requirePresent(name) && node != null) {
            if (node.isIntegralNumber()
                    && node.canConvertToLong()
                    && node.longValue() >= min
                    && node.longValue() <= max) {
                return node.longValue();
            }
            reject(name, "must be a JSON integer from %d to %d".formatted(min, max));
        }
        return null;
    }

    /** Pairs of strings, at most {@code pairsMax}; empty if the member is left out. */
    public Map<String, String> pairs(String name, int pairsMax, int keyMax, int valueMax) {
        var node = object.get(name);
        if (node == null || node.isNull()) {
            return Map.of();
        }
        if (!node.isObject() || node.size() > pairsMax) {
            reject(name, "must be an object of at most %d strings".formatted(pairsMax));
            return Map.of();
        }
        var pairs = new LinkedHashMap<String, String>();
        for (var pair : node.properties()) {
            var field = name + "." + printable(pair.getKey());
            checked(field + " (name)", pair.getKey(), keyMax);
            if (pair.getKey().isEmpty() || !pair.getValue().isString()) {
                reject(field, "must be a named string");
                continue;
            }
            var value = checked(field, pair.getValue().stringValue(), valueMax);
            if (value != null) {
                pairs.put(pair.getKey(), value);
            }
        }
        return pairs;
    }

    /**
     * Ends the reading.
     *
     * @throws BadRequest naming every wrong member
     */
    public void throwIfInvalid() {
        if (!errors.isEmpty()) {
            throw BadRequest.of(Problem.invalid(List.copyOf(errors)));
        }
    }

    private boolean requirePresent(String name) {
        JsonNode node = object.get(name);
        if (node == null || node.isNull()) {
            reject(name, "is required");
            return false;
        }
        return true;
    }

    private @Nullable String checked(String field, String value, int lengthMax) {
        if (value.length() > lengthMax) {
            reject(field, "may have %d characters at most".formatted(lengthMax));
        } else if (value.indexOf('\0') >= 0) {
            reject(field, "must not contain U+0000");
        } else if (hasLoneSurrogate(value)) {
            reject(field, "must be valid Unicode");
        } else {
            return value;
        }
        return null;
    }

    private static boolean hasLoneSurrogate(String text) {
        return text.codePoints()
                .anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }

    /** Names come from the client and go back into the answer: cut and without control characters. */
    private static String printable(String name) {
        var cut = name.length() > 40 ? name.substring(0, 40) + "…" : name;
        return cut.replaceAll("\\p{C}", "?");
    }
}
