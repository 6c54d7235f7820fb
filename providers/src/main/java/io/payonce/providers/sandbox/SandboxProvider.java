package io.payonce.providers.sandbox;

import io.payonce.providers.Attempt;
import io.payonce.providers.Callback;
import io.payonce.providers.CallbackReading;
import io.payonce.providers.CallbackReading.Forged;
import io.payonce.providers.CreateAnswer;
import io.payonce.providers.Hmac;
import io.payonce.providers.HttpAnswer;
import io.payonce.providers.Provider;
import io.payonce.providers.ProviderRequest;
import io.payonce.providers.ResolveAnswer;
import io.payonce.providers.Reversal;
import io.payonce.providers.ReverseAnswer;
import io.payonce.providers.SignatureWindow;
import io.payonce.providers.SignatureWindow.Verdict;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sandbox's dialect: JSON over HTTP, decimal amounts, each call signed with a fresh nonce. */
public final class SandboxProvider implements Provider {
    public static final String NAME = "sandbox";

    /** The sandbox works on a request for as long as it takes; a held one was seen to take effect within this time. */
    private static final Duration SETTLE_TIME = Duration.ofSeconds(30);

    private static final String PAYMENTS = "/api/v1/payments";

    private final URI base;
    private final String apiKey;
    private final Hmac requestSecret;
    private final SignatureWindow callbackSignatures;
    private final SandboxJson json = new SandboxJson();

    /** For callers: signs requests. */
    public SandboxProvider(URI base, String apiKey, String requestSecret) {
        this(base, apiKey, requestSecret, List.of());
    }

    private SandboxProvider(URI base, String apiKey, String requestSecret, List<String> callbackSecrets) {
        this.base = base;
        this.apiKey = apiKey;
        this.requestSecret = new Hmac(requestSecret);
        this.callbackSignatures =
                new SignatureWindow(callbackSecrets.stream().map(Hmac::new).toList());
    }

    /** For the edge: verifies callbacks, and can sign no request. */
    public static SandboxProvider forCallbacks(List<String> callbackSecrets) {
        return new SandboxProvider(URI.create("http://localhost"), "none", "none", callbackSecrets);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ProviderRequest create(Attempt attempt, String nonce) {
        return signed("POST", PAYMENTS, nonce, json.createBody(attempt));
    }

    @Override
    public CreateAnswer readCreated(HttpAnswer answer) {
        return json.created(answer);
    }

    @Override
    public ProviderRequest resolve(Attempt attempt, String nonce) {
        return signed("GET", PAYMENTS + "?order_id=" + attempt.payment(), nonce, null);
    }

    @Override
    public ResolveAnswer readResolved(HttpAnswer answer) {
        return json.resolved(answer);
    }

    @Override
    public ProviderRequest reverse(Reversal reversal, String nonce) {
        var path = PAYMENTS + "/" + SandboxJson.safeId(reversal.providerPaymentId()) + "/reverse";
        return signed("POST", path, nonce, json.reverseBody(reversal));
    }

    @Override
    public ReverseAnswer readReversed(HttpAnswer answer) {
        return json.reversed(answer);
    }

    @Override
    public Duration settleTime() {
        return SETTLE_TIME;
    }

    @Override
    public CallbackReading readCallback(Callback callback, Instant now) {
        return switch (callbackSignatures.judge(callback.signatures(), callback.body(), now)) {
            case Verdict.Bad bad -> new Forged(bad.why());
            case Verdict.Good good -> json.callback(callback.body());
        };
    }

    private ProviderRequest signed(String method, String pathAndQuery, String nonce, @Nullable String body) {
        var text = String.join("\n", method, pathAndQuery, nonce, body == null ? "" : body);
        var signature = HexFormat.of().formatHex(requestSecret.of(text.getBytes(StandardCharsets.UTF_8)));
        return new ProviderRequest(
                method,
                base.resolve(pathAndQuery),
                Map.of(
                        "Content-Type", "application/json",
                        "X-Api-Key", apiKey,
                        "X-Nonce", nonce,
                        "X-Signature", signature),
                body);
    }
}
