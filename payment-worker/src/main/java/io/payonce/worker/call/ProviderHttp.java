package io.payonce.worker.call;

import io.payonce.providers.HttpAnswer;
import io.payonce.providers.ProviderRequest;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.worker.call.HttpReply.Answered;
import io.payonce.worker.call.HttpReply.NoAnswer;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends one request once and returns its whole answer or none. Redirects are not followed, nothing is sent a second
 * time, the body has a limit, and the time limit covers the last byte of the body.
 */
public final class ProviderHttp implements AutoCloseable {
    /** More than any answer of a provider; a larger one is no answer. */
    static final int BODY_BYTES_MAX = 64 * 1024;

    private final HttpClient client;
    private final Checkpoint checkpoint;

    public ProviderHttp(Duration connectTimeout, Checkpoint checkpoint) {
        this.checkpoint = checkpoint;
        this.client = sendingOnce(connectTimeout).build();
    }

    /** A client that sends each request once and follows no redirect; every client of this process is one such. */
    public static HttpClient.Builder sendingOnce(Duration connectTimeout) {
        sendOnlyOnce();
        return HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .executor(Executors.newVirtualThreadPerTaskExecutor());
    }

    /**
     * By itself the client repeats a GET whose reused connection was closed, and a refused connect. Its limit for
     * repeats is read once per process, when the first client is used, so this must come before any other use.
     */
    private static void sendOnlyOnce() {
        System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
        System.setProperty("jdk.httpclient.disableRetryConnect", "true");
        System.setProperty("jdk.httpclient.enableAllMethodRetry", "false");
    }

    HttpReply send(ProviderRequest request, Duration timeout) {
        var sent = client.sendAsync(http(request), wholeBody());
        try {
            var answer = sent.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            checkpoint.reach(Point.W6_ANSWER_READ);
            return new Answered(new HttpAnswer(
                    answer.statusCode(),
                    answer.headers().firstValue("Content-Type").orElse(null),
                    answer.body()));
        } catch (TimeoutException e) {
            return new NoAnswer("no whole answer within " + timeout.toMillis() + " ms");
        } catch (ExecutionException | CancellationException e) {
            return new NoAnswer(reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new NoAnswer("interrupted");
        } finally {
            sent.cancel(true);
        }
    }

    /** The head of the answer is the first proof that the request is out: hence the checkpoint here. */
    private BodyHandler<byte[]> wholeBody() {
        var bounded = BodyHandlers.limiting(BodyHandlers.ofByteArray(), BODY_BYTES_MAX);
        return head -> {
            checkpoint.reach(Point.W5_REQUEST_OUT);
            return bounded.apply(head);
        };
    }

    private static HttpRequest http(ProviderRequest request) {
        var http = HttpRequest.newBuilder(request.uri()).method(request.method(), body(request.body()));
        request.headers().forEach(http::header);
        return http.build();
    }

    private static BodyPublisher body(@Nullable String body) {
        return body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    }

    private static String reason(Exception failure) {
        var cause = failure.getCause() == null ? failure : failure.getCause();
        return cause.getClass().getSimpleName() + (cause.getMessage() == null ? "" : ": " + cause.getMessage());
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
