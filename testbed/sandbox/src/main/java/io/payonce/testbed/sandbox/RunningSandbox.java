package io.payonce.testbed.sandbox;

import io.payonce.testbed.sandbox.callbacks.CallbackPost;
import io.payonce.testbed.sandbox.callbacks.CallbackQueue;
import io.payonce.testbed.sandbox.callbacks.CallbackSender;
import io.payonce.testbed.sandbox.callbacks.CallbackTry;
import io.payonce.testbed.sandbox.callbacks.HandMadeCallbacks;
import io.payonce.testbed.sandbox.calls.CallLog;
import io.payonce.testbed.sandbox.calls.Nonces;
import io.payonce.testbed.sandbox.control.ControlApi;
import io.payonce.testbed.sandbox.faults.Faults;
import io.payonce.testbed.sandbox.http.Reply.Answer;
import io.payonce.testbed.sandbox.http.Router;
import io.payonce.testbed.sandbox.http.Server;
import io.payonce.testbed.sandbox.journal.Journal;
import io.payonce.testbed.sandbox.ledger.Ledger;
import io.payonce.testbed.sandbox.ledger.Terms;
import io.payonce.testbed.sandbox.provider.PayPage;
import io.payonce.testbed.sandbox.provider.PaymentDesk;
import io.payonce.testbed.sandbox.provider.ProviderApi;
import io.payonce.testbed.sandbox.shop.Gateway;
import io.payonce.testbed.sandbox.shop.Notifications;
import io.payonce.testbed.sandbox.shop.ShopApi;
import io.payonce.testbed.sandbox.shop.WebhookReceiver;
import io.payonce.testbed.sandbox.signing.CallbackSignature;
import io.payonce.testbed.sandbox.signing.RequestSignature;
import io.payonce.testbed.sandbox.signing.WebhookSignature;
import io.payonce.testbed.sandbox.time.Loop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** A sandbox that serves. Made of parts that know nothing of each other but what stands here. */
public final class RunningSandbox implements AutoCloseable {
    private final SandboxConfig config;
    private final Clock clock;
    private final Supplier<String> ids;

    private final Faults faults = new Faults();
    private final Journal journal;
    private final CallbackQueue callbacks;
    private final Ledger ledger;
    private final CallLog calls;
    private final Notifications notifications;
    private final CallbackPost post = new CallbackPost();
    private final Gateway gateway;
    private final Server server;

    /** What to close, the first one first. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    private RunningSandbox(SandboxConfig config, Clock clock, Supplier<String> ids) throws IOException {
        this.config = config;
        this.clock = clock;
        this.ids = ids;
        var limits = RecordLimits.forHeap(Runtime.getRuntime().maxMemory());
        var signature = new CallbackSignature(config.secrets().callbacks());
        var webhookSignature = new WebhookSignature(config.secrets().webhooks());
        journal = Journal.open(config.data());
        try {
            callbacks = new CallbackQueue(journal, clock, config.callbackGaps());
            ledger = new Ledger(
                    new Ledger.Surroundings(journal, clock, ids, callbacks::accept),
                    Terms.standard(config.paymentsExpireAfter()),
                    limits.payments());
            calls = new CallLog(journal, new Nonces(), limits.calls());
            notifications = new Notifications(journal, limits.notifications());
            gateway = new Gateway(config.gatewayUrl(), config.secrets().shopKey());
            replay();
            server = Server.bind(new InetSocketAddress(InetAddress.getByName(config.address()), config.port()));
        } catch (IOException | RuntimeException e) {
            journal.close();
            throw e;
        }
        server.serve(routes(signature, webhookSignature));
        var sender = new CallbackSender(callbacks, faults, new CallbackTry(post, signature, clock));
        parts.add(server);
        parts.add(Loop.start("due plans", () -> {
            ledger.runOnce();
            ledger.awaitDue();
        }));
        parts.add(Loop.start("due callbacks", () -> {
            sender.runOnce();
            sender.awaitDue();
        }));
        parts.add(sender);
        parts.add(post);
        parts.add(gateway);
        parts.add(journal);
    }

    /**
     * Brings back what the journal remembers, then listens.
     *
     * @throws IOException when the address cannot be bound
     * @throws io.payonce.testbed.sandbox.journal.JournalUnusable when the data folder cannot be used
     */
    public static RunningSandbox start(SandboxConfig config, Clock clock) throws IOException {
        return new RunningSandbox(
                config, clock, () -> UUID.randomUUID().toString().replace("-", ""));
    }

    public int port() {
        return server.port();
    }

    private void replay() {
        journal.replay(Map.of(
                "payment", ledger::replayPayment,
                "plan", ledger::replayPlan,
                "terms", ledger::replayTerms,
                "call", calls::replayCall,
                "answered", calls::replayAnswer,
                "callback_ended", callbacks::replayEnd,
                "notification", notifications::replay));
        calls.replayed();
    }

    private Router routes(CallbackSignature signature, WebhookSignature webhookSignature) {
        var currency = config.currencies().getFirst();
        var handMade = new HandMadeCallbacks(
                ledger,
                post,
                signature,
                new HandMadeCallbacks.Surroundings(
                        clock, ids, currency, config.gatewayUrl() + "/v1/providers/sandbox/callbacks"));
        var provider = new ProviderApi(
                new ProviderApi.Parts(ledger, new PaymentDesk(ledger, config.currencies(), publicUrl()), calls, faults),
                new RequestSignature(config.secrets().apiKey(), config.secrets().requests()),
                clock);
        var payPage = new PayPage(ledger);
        var router = new Router()
                .on("*", "/api/**", provider::handle)
                .on("*", "/redirected", provider::handle)
                .on("GET", "/pay/*", payPage::show)
                .on("POST", "/pay/*/pay", payPage::pay)
                .on("POST", "/pay/*/decline", payPage::decline)
                .on("GET", "/actuator/health", (request, none) -> Answer.json(200, Map.of("status", "UP")))
                .on(
                        "POST",
                        "/shop/webhooks",
                        new WebhookReceiver(notifications, faults, webhookSignature, clock)::handle);
        new ControlApi(new ControlApi.Parts(ledger, faults, calls, handMade, notifications))
                .addTo(router, this::forget);
        new ShopApi(gateway, notifications, currency, publicUrl() + "/shop").addTo(router);
        return router;
    }

    private String publicUrl() {
        if (!config.publicUrl().isEmpty()) {
            return config.publicUrl();
        }
        var host = config.address().equals("0.0.0.0") ? "127.0.0.1" : config.address();
        return "http://%s:%d".formatted(host, server.port());
    }

    /** Everything at once, so that no line and no memory of the old time is left beside the new. */
    private void forget() {
        faults.clear();
        journal.change(() -> {
            ledger.forget();
            callbacks.forget();
            calls.forget();
            notifications.forget();
            journal.forget();
            return true;
        });
    }

    /** Stops listening, then sending, then writing. */
    @Override
    public void close() {
        for (var part = parts.poll(); part != null; part = parts.poll()) {
            try {
                part.close();
            } catch (Exception e) {
                System.getLogger(RunningSandbox.class.getName())
                        .log(System.Logger.Level.WARNING, "a part did not close", e);
            }
        }
    }
}
