package io.payonce.worker.notify;

import io.payonce.worker.call.ProviderHttp;
import io.payonce.worker.notify.WebhookHttp.Answer.Answered;
import io.payonce.worker.notify.WebhookHttp.Answer.NoAnswer;
import io.payonce.worker.store.Notification;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends one signed request once, past any proxy, following no redirect. The answer is its status, which counts even if
 * the body behind it is too long, too slow or broken: nobody reads that body, and time and size bound it.
 */
final class WebhookHttp implements AutoCloseable {
    /** More of a body is not taken; the connection is closed instead. */
    static final int BODY_BYTES_MAX = 8 * 1024;

    private final URI url;
    private final WebhookSignature signature;
    private final Duration timeout;
    private final Clock clock;
    private final HttpClient client;

    WebhookHttp(WebhookProperties properties, Clock clock) {
        this.url = properties.uri();
        this.signature = properties.signature();
        this.timeout = properties.timeout();
        this.clock = clock;
        this.client = ProviderHttp.sendingOnce(properties.connectTimeout())
                .proxy(HttpClient.Builder.NO_PROXY)
                .build();
    }

    /** What came back. */
    sealed interface Answer {
        record Answered(int status) implements Answer {}

        /** No status within the time. The receiver may have got the request all the same. */
        record NoAnswer(String error) implements Answer {}
    }

    Answer post(Notification notification) {
        var status = new CompletableFuture<Integer>();
        var sent = client.sendAsync(request(notification), boundedBody(status));
        var error = "interrupted";
        try {
            sent.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            error = "timeout";
        } catch (ExecutionException | CancellationException e) {
            error = (e.getCause() == null ? e : e.getCause()).getClass().getSimpleName();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sent.cancel(true);
        }
        return status.isDone() ? new Answered(status.join()) : new NoAnswer(error);
    }

    private static BodyHandler<Void> boundedBody(CompletableFuture<Integer> status) {
        var bounded = BodyHandlers.limiting(BodyHandlers.discarding(), BODY_BYTES_MAX);
        return head -> {
            status.complete(head.statusCode());
            return bounded.apply(head);
        };
    }

    private HttpRequest request(Notification notification) {
        var id = notification.event().toString();
        var seconds = clock.instant().getEpochSecond();
        var body = notification.payload().getBytes(StandardCharsets.UTF_8);
        return HttpRequest.newBuilder(url)
                .header("content-type", "application/json")
                .header("webhook-id", id)
                .header("webhook-timestamp", Long.toString(seconds))
                .header("webhook-signature", signature.of(id, seconds, body))
                .POST(BodyPublishers.ofByteArray(body))
                .build();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
