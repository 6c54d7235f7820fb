package io.payonce.testbed.sandbox.callbacks;

import io.payonce.testbed.sandbox.http.HttpAddress;
import io.payonce.testbed.sandbox.http.Members;
import io.payonce.testbed.sandbox.http.RequestRefused;
import io.payonce.testbed.sandbox.json.Json;
import io.payonce.testbed.sandbox.ledger.Ledger;
import io.payonce.testbed.sandbox.signing.CallbackSignature;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sends callbacks that a test made up. They are sent once each, touch no ledger, and no fault touches them. */
public final class HandMadeCallbacks {
    /** Twice the tolerance of 5 minutes, so that a slow machine cannot make a stale stamp fresh. */
    private static final Duration OUT_OF_TIME = Duration.ofMinutes(10);

    private final Ledger ledger;
    private final CallbackPost post;
    private final CallbackSignature signature;
    private final Surroundings surroundings;

    /** What is used where the test does not say: the currency, and the URL for payments that nobody registered. */
    public record Surroundings(Clock clock, Supplier<String> ids, String currency, String url) {}

    public HandMadeCallbacks(Ledger ledger, CallbackPost post, CallbackSignature signature, Surroundings surroundings) {
        this.ledger = ledger;
        this.post = post;
        this.signature = signature;
        this.surroundings = surroundings;
    }

    /** Sends and waits for all answers; 0 stands for none. */
    public List<Integer> send(Members asked) {
        var now = surroundings.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        var defaults = new HandMade.Defaults(
                ledger.find(asked.text("order_id")),
                surroundings.currency(),
                surroundings.url(),
                surroundings.ids(),
                now.toString());
        var made = HandMade.read(asked, defaults);
        var body = Json.MAPPER.writeValueAsBytes(made.body());
        var url = url(made.url());
        try (var executor =
                Executors.newFixedThreadPool(made.parallel(), Thread.ofVirtual().factory())) {
            var sent = IntStream.range(0, made.repeat())
                    .mapToObj(i -> executor.submit(() -> post.post(url, body, header(made, body))))
                    .toList();
            return sent.stream().map(HandMadeCallbacks::status).toList();
        }
    }

    private @Nullable String header(HandMade made, byte[] body) {
        var now = surroundings.clock().instant();
        return switch (made.signing()) {
            case VALID -> signature.header(now, body);
            case INVALID -> signature.forgedHeader(now, body);
            case MISSING -> null;
            case STALE -> signature.header(now.minus(OUT_OF_TIME), body);
            case FUTURE -> signature.header(now.plus(OUT_OF_TIME), body);
        };
    }

    private static URI url(String text) {
        return HttpAddress.of(text)
                .orElseThrow(() -> new RequestRefused(400, "callback_url must be an http or https address"));
    }

    private static int status(Future<Integer> sent) {
        try {
            return sent.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
