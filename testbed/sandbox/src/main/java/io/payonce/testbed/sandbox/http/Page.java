package io.payonce.testbed.sandbox.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An HTML page with <code>{{names}}</code> to fill in; whatever is filled in is escaped. */
public final class Page {
    private static final Pattern NAME = Pattern.compile("\\{\\{([a-z_]+)}}");

    private final String text;

    private Page(String text) {
        this.text = text;
    }

    public static Page load(String resource) {
        try (var in = Page.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not in this jar");
            }
            return new Page(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String filled(Map<String, String> values) {
        return NAME.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(escaped(values.getOrDefault(match.group(1), ""))));
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
