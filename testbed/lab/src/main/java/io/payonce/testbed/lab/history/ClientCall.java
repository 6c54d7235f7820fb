package io.payonce.testbed.lab.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * One request of a client and what it saw of the answer.
 *
 * @param target the order of a Create, the payment of anything else
 * @param key the {@code Idempotency-Key}
 * @param request the body sent
 * @param status 0 if no answer came: then the request may or may not have taken effect
 * @param replayed the answer says that it was given before
 */
public record ClientCall(
        Kind kind,
        String target,
        @Nullable String key,
        @Nullable String request,
        int status,
        String answer,
        boolean replayed,
        Instant began,
        Instant ended) {

    /** What was asked. */
    public enum Kind {
        CREATE,
        READ,
        CHECK,
        CANCEL_CODE,
        CANCEL,
        /** A provider callback with a signature that is not the provider's. */
        FORGED_CALLBACK
    }

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** The answer as JSON, a missing node if it is none. */
    public JsonNode json() {
        try {
            return answer.isEmpty()
                    ? MissingNode.getInstance()
                    : JsonMapper.shared().readTree(answer);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    /** A member of the answer, empty if there is none of that name. */
    public String text(String member) {
        return json().path(member).asString("");
    }
}
