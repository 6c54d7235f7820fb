package io.payonce.testbed.sandbox.http;

import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The members of a body, each read as what it must be; anything else is refused with 400. Null counts as missing. */
public record Members(ObjectNode node) {

    public void allowOnly(Set<String> names) {
        for (var name : node.propertyNames()) {
            if (!names.contains(name)) {
                throw refused("unknown member " + name);
            }
        }
    }

    public String text(String name) {
        return optionalText(name).orElseThrow(() -> refused(name + " is missing"));
    }

    public Optional<String> optionalText(String name) {
        return value(name).map(value -> {
            if (!value.isString()) {
                throw refused(name + " must be a string");
            }
            return value.stringValue();
        });
    }

    public Optional<Integer> optionalNumber(String name, int from, int to) {
        return value(name).map(value -> {
            if (!value.isIntegralNumber() || !value.canConvertToInt()) {
                throw refused("%s must be an integer from %d to %d".formatted(name, from, to));
            }
            var number = value.intValue();
            if (number < from || number > to) {
                throw refused("%s must be an integer from %d to %d".formatted(name, from, to));
            }
            return number;
        });
    }

    public boolean flag(String name, boolean otherwise) {
        return value(name)
                .map(value -> {
                    if (!value.isBoolean()) {
                        throw refused(name + " must be true or false");
                    }
                    return value.booleanValue();
                })
                .orElse(otherwise);
    }

    public Optional<JsonNode> value(String name) {
        return node.optional(name).filter(value -> !value.isNull());
    }

    private static RequestRefused refused(String why) {
        return new RequestRefused(400, why);
    }
}
