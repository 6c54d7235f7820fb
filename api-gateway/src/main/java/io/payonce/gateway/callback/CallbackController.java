package io.payonce.gateway.callback;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.gateway.guard.EdgeRequest;
import io.payonce.gateway.problem.Problem;
import io.payonce.providers.Callback;
import io.payonce.providers.CallbackReading.Forged;
import io.payonce.providers.CallbackReading.Genuine;
import io.payonce.providers.CallbackReading.Malformed;
import io.payonce.providers.Provider;
import io.payonce.providers.Providers;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import io.payonce.schema.session.ProviderState;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.Collections;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /v1/providers/{provider}/callbacks}: verified, made durable, then answered. */
@RestController
class CallbackController {
    private static final String SIGNATURE = "X-Signature";

    /** Callbacks being published at the same time; in a burst, others wait for their turn. */
    private static final int UNDER_WAY_MAX = 512;

    private static final int TURN_SECONDS_MAX = 5;

    private static final Logger log = LoggerFactory.getLogger(CallbackController.class);

    private final Providers providers;
    private final ReportPublisher publisher;
    private final Clock clock;
    private final MeterRegistry metrics;
    private final Checkpoint checkpoint;
    private final ForgedLog forgedLog;
    private final Semaphore underWay = new Semaphore(UNDER_WAY_MAX);

    CallbackController(
            Providers providers,
            ReportPublisher publisher,
            Clock clock,
            MeterRegistry metrics,
            Checkpoint checkpoint,
            ForgedLog forgedLog) {
        this.providers = providers;
        this.publisher = publisher;
        this.clock = clock;
        this.metrics = metrics;
        this.checkpoint = checkpoint;
        this.forgedLog = forgedLog;
    }

    @PostMapping("/v1/providers/{name}/callbacks")
    void callback(@PathVariable String name, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var provider = providers.find(name);
        if (provider.isEmpty()) {
            Problem.notFound().write(response);
            return;
        }
        var callback = new Callback(Collections.list(request.getHeaders(SIGNATURE)), body(request));
        var problem = take(provider.get(), callback, request.getHeader("traceparent"));
        if (problem != null) {
            problem.write(response);
            return;
        }
        checkpoint.reach(Point.B3_ACKNOWLEDGED);
        response.setStatus(HttpServletResponse.SC_OK);
        response.setContentType("application/json");
        response.getOutputStream().print("{}");
    }

    private static byte[] body(HttpServletRequest request) throws IOException {
        return request instanceof EdgeRequest edge
                ? edge.body()
                : request.getInputStream().readAllBytes();
    }

    /** Null if the callback is done with. */
    private @Nullable Problem take(Provider provider, Callback callback, @Nullable String traceparent) {
        return switch (provider.readCallback(callback, clock.instant())) {
            case Forged forged -> {
                count(provider, "forged");
                forgedLog.add(provider.name(), forged.why());
                yield Problem.of(HttpStatus.UNAUTHORIZED, "signature_invalid", "The signature is not valid.");
            }
            case Malformed malformed -> {
                count(provider, "malformed");
                log.warn("A signed callback of {} cannot be read: {}", provider.name(), malformed.why());
                yield Problem.of(HttpStatus.BAD_REQUEST, "malformed_callback", malformed.why());
            }
            case Genuine genuine
            when genuine.payment().state() == ProviderState.UNKNOWN -> {
                count(provider, "unknown_status");
                log.warn("{} reports a status we do not know; nothing is concluded from it", provider.name());
                yield null;
            }
            case Genuine genuine -> publish(provider, callback, genuine, traceparent);
        };
    }

    private @Nullable Problem publish(
            Provider provider, Callback callback, Genuine genuine, @Nullable String traceparent) {
        checkpoint.reach(Point.B1_VERIFIED);
        if (!isMyTurn()) {
            count(provider, "refused");
            return notDurable();
        }
        try {
            var report = new CallbackReport(provider.name(), callback.body(), genuine);
            var durable = publisher.publish(report.toEnvelope(clock.instant()).withTraceparent(traceparent));
            count(provider, durable ? "published" : "refused");
            return durable ? null : notDurable();
        } finally {
            underWay.release();
        }
    }

    private boolean isMyTurn() {
        try {
            return underWay.tryAcquire(TURN_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Problem notDurable() {
        return Problem.of(HttpStatus.SERVICE_UNAVAILABLE, "service_unavailable", "Not stored; send it again.")
                .retryAfter(1);
    }

    private void count(Provider provider, String result) {
        metrics.counter("payonce_callbacks", "provider", provider.name(), "result", result)
                .increment();
    }
}
