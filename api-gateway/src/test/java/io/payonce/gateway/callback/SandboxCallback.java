package io.payonce.gateway.callback;

import io.payonce.gateway.Gateway;
import io.payonce.providers.Hmac;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;

/** A callback as the sandbox sends it. */
record SandboxCallback(String body, String signatureHeader) {
    static final String PATH = "POST /v1/providers/sandbox/callbacks";

    static String body(String reference, String status, String eventId) {
        return """
                {"event": "payment.%2$s", "event_id": "%3$s", "payment_id": "sb_1", "order_id": "%1$s", \
                "status": "%2$s", "amount": "8.20", "payment_currency": "EUR", \
                "occurred_at": "2026-05-01T10:00:00Z"}""".formatted(reference, status, eventId);
    }

    static SandboxCallback signed(String body, Instant stamp) {
        return signed(body, stamp, Gateway.SECRET);
    }

    static SandboxCallback signed(String body, Instant stamp, String secret) {
        var prefix = stamp.getEpochSecond() + ".";
        var code = new Hmac(secret).of(prefix.getBytes(StandardCharsets.UTF_8), body.getBytes(StandardCharsets.UTF_8));
        return new SandboxCallback(
                body,
                "X-Signature: t=%d,v1=%s"
                        .formatted(stamp.getEpochSecond(), HexFormat.of().formatHex(code)));
    }

    SandboxCallback withBody(String other) {
        return new SandboxCallback(other, signatureHeader);
    }
}
