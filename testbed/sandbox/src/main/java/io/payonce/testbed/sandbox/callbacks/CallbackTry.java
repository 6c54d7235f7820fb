package io.payonce.testbed.sandbox.callbacks;

import io.payonce.testbed.sandbox.faults.Fault;
import io.payonce.testbed.sandbox.ledger.PaymentEvent;
import io.payonce.testbed.sandbox.signing.CallbackSignature;
import io.payonce.testbed.sandbox.time.Pause;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** One try to deliver one event, properly or as a fault wants it. Each method says whether the event is done with. */
public final class CallbackTry {
    private static final Duration DRIP = Duration.ofSeconds(1);

    private final CallbackPost post;
    private final CallbackSignature signature;
    private final Clock clock;

    public CallbackTry(CallbackPost post, CallbackSignature signature, Clock clock) {
        this.post = post;
        this.signature = signature;
        this.clock = clock;
    }

    boolean send(PaymentEvent event) {
        return send(event, CallbackBody.of(event).bytes());
    }

    /** {@code respond} sends the given body instead, genuinely signed. */
    boolean sendOddly(PaymentEvent event, Fault fault) {
        var body = CallbackBody.of(event).bytes();
        return switch (fault.fault()) {
            case NEVER -> true;
            case DROP_BEFORE, ERROR_BEFORE -> false;
            case DROP_AFTER, ERROR_AFTER -> {
                send(event, body);
                yield false;
            }
            case DUPLICATE -> twice(event, body, fault.repeat());
            case RESPOND ->
                send(event, fault.body() == null ? new byte[0] : fault.body().getBytes(StandardCharsets.UTF_8));
            case TRUNCATED_JSON -> send(event, Arrays.copyOf(body, body.length / 2));
            case UNKNOWN_STATUS ->
                send(event, CallbackBody.of(event).mysterious().bytes());
            case SLOW_BODY ->
                isTaken(post.postOddly(
                        url(event), new CallbackPost.Dripping(body, fault.delay(DRIP)), body.length, header(body)));
            case HANG ->
                isTaken(post.postOddly(
                        url(event),
                        new CallbackPost.Dripping(body, Duration.ofMinutes(10)),
                        body.length,
                        header(body)));
            case ENDLESS_BODY -> isTaken(post.postOddly(url(event), new CallbackPost.Endless(), -1, header(body)));
            case TRUNCATED_BODY ->
                isTaken(post.postOddly(
                        url(event), new ByteArrayInputStream(body, 0, body.length / 2), body.length, header(body)));
            case DELAY, REDIRECT, REVERSE_PENDING, REFUSE_CAPTURED -> {
                Pause.of(fault.delay(Duration.ZERO));
                yield send(event, body);
            }
        };
    }

    /** All at once; taken when one of them was. */
    private boolean twice(PaymentEvent event, byte[] body, int times) {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Boolean> once = () -> send(event, body);
            var sent = IntStream.range(0, times)
                    .mapToObj(i -> executor.submit(once))
                    .toList();
            return sent.stream().map(CallbackTry::result).reduce(false, Boolean::logicalOr);
        }
    }

    private static boolean result(Future<Boolean> sent) {
        try {
            return sent.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private boolean send(PaymentEvent event, byte[] body) {
        return isTaken(post.post(url(event), body, header(body)));
    }

    private String header(byte[] body) {
        return signature.header(clock.instant(), body);
    }

    /** Payments without a URL make no events. */
    private static URI url(PaymentEvent event) {
        return URI.create(Objects.requireNonNull(event.payment().callbackUrl()));
    }

    private static boolean isTaken(int status) {
        return status >= 200 && status < 300;
    }
}
