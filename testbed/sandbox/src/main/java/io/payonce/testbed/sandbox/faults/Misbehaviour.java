package io.payonce.testbed.sandbox.faults;

import io.payonce.testbed.sandbox.http.Reply;
import io.payonce.testbed.sandbox.http.Reply.Answer;
import io.payonce.testbed.sandbox.http.Reply.CutOff;
import io.payonce.testbed.sandbox.http.Reply.Dripping;
import io.payonce.testbed.sandbox.http.Reply.Dropped;
import io.payonce.testbed.sandbox.http.Reply.Endless;
import io.payonce.testbed.sandbox.http.Reply.Hanging;
import io.payonce.testbed.sandbox.json.Json;
import io.payonce.testbed.sandbox.time.Pause;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/** What a caller gets instead of the proper answer. The effect comes first, then the wait, then the answer. */
public final class Misbehaviour {
    private static final Duration DRIP = Duration.ofSeconds(1);
    private static final String ERROR = "{\"error\":\"unable to create payment\"}";

    private Misbehaviour() {}

    /** What the caller asked for. */
    public interface Action {
        Answer perform();
    }

    /**
     * Makes the reply; blocks for {@code delay_ms}.
     *
     * @param action performs the call properly and answers it; not called by faults that do nothing
     * @param redirect where a redirected caller is sent
     */
    public static Reply reply(Fault fault, Action action, String redirect) {
        var reply = replied(fault, action, redirect);
        if (!(reply instanceof Dripping) && fault.fault() != FaultKind.REVERSE_PENDING) {
            Pause.of(fault.delay(Duration.ZERO));
        }
        return reply;
    }

    private static Reply replied(Fault fault, Action action, String redirect) {
        return switch (fault.fault()) {
            case DELAY, NEVER, DUPLICATE, REVERSE_PENDING, REFUSE_CAPTURED -> action.perform();
            case HANG -> {
                action.perform();
                yield new Hanging();
            }
            case DROP_BEFORE -> new Dropped();
            case DROP_AFTER -> {
                action.perform();
                yield new Dropped();
            }
            case ERROR_BEFORE -> given(fault, 500, ERROR);
            case ERROR_AFTER -> {
                action.perform();
                yield given(fault, 500, ERROR);
            }
            case RESPOND -> {
                if (fault.done()) {
                    action.perform();
                }
                yield given(fault, 200, "");
            }
            case SLOW_BODY -> new Dripping(action.perform(), fault.delay(DRIP));
            case ENDLESS_BODY -> new Endless(action.perform().status());
            case TRUNCATED_JSON -> truncated(action.perform());
            case TRUNCATED_BODY -> new CutOff(action.perform());
            case REDIRECT -> new Answer(302, "text/plain", new byte[0], Map.of("Location", redirect));
            case UNKNOWN_STATUS -> mysterious(action.perform());
        };
    }

    /** What the test wants said; anything that looks like a page is sent as one. */
    private static Answer given(Fault fault, int otherwiseStatus, String otherwiseBody) {
        var body = fault.body() == null ? otherwiseBody : fault.body();
        return new Answer(
                fault.status() == null ? otherwiseStatus : fault.status(),
                body.startsWith("<") ? "text/html; charset=utf-8" : "application/json",
                body.getBytes(StandardCharsets.UTF_8),
                Map.of());
    }

    /** A whole HTTP answer whose JSON is not. */
    private static Answer truncated(Answer answer) {
        var half = Arrays.copyOf(answer.body(), answer.body().length / 2);
        return new Answer(answer.status(), answer.contentType(), half, answer.headers());
    }

    private static Answer mysterious(Answer answer) {
        return Json.object(answer.body())
                .filter(body -> body.has("status"))
                .map(body -> Answer.json(answer.status(), body.put("status", "mystery")))
                .orElse(answer);
    }
}
