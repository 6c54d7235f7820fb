package io.payonce.command.cancel;

import io.payonce.command.http.BadRequest;
import io.payonce.command.http.Members;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Six digits that start a cancellation once. Never logged and never stored: it shows itself to its caller only. */
record CancelCode(String digits) {
    private static final int CODES = 1_000_000;
    private static final Pattern FORM = Pattern.compile("[0-9]{6}");

    /** Each of the million codes with the same probability. */
    static CancelCode next(RandomGenerator random) {
        return new CancelCode(Integer.toString(CODES + random.nextInt(CODES)).substring(1));
    }

    /**
     * Reads {@code {"code": "123456"}}.
     *
     * @throws BadRequest if it is anything else; the message does not repeat the code
     */
    static CancelCode read(ObjectNode body) {
        var members = new Members(body, Set.of("code"));
        var text = members.requiredText("code", Integer.MAX_VALUE);
        if (text != null && !FORM.matcher(text).matches()) {
            members.reject("code", "must be a string of six digits");
        }
        members.throwIfInvalid();
        if (text == null) {
            throw new IllegalStateException("the code is missing and nobody said so");
        }
        return new CancelCode(text);
    }

    /** Without the digits: whatever holds a code may be logged. */
    @Override
    public String toString() {
        return "cancel code";
    }
}
