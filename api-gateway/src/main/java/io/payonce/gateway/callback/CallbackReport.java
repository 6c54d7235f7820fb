package io.payonce.gateway.callback;

import io.payonce.providers.CallbackReading.Genuine;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.value.PaymentId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;

/** A genuine callback as a report. Its repeats get the same event id. */
record CallbackReport(String provider, byte[] body, Genuine genuine) {
    private static final int REFERENCE_LENGTH_MAX = 64;

    Envelope toEnvelope(Instant now) {
        var seen = genuine.payment().seenBy(Source.CALLBACK);
        var ours = isOurs(genuine.reference());
        var payment = ours ? PaymentId.of(genuine.reference()) : new PaymentId(named(genuine.reference()));
        return new Envelope(
                named(genuine.eventId()),
                payment,
                null,
                0,
                now,
                new ProviderReported(provider, ours ? seen : withReference(seen), null, digest()),
                null);
    }

    private static boolean isOurs(String reference) {
        try {
            PaymentId.of(reference);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** A reference that is none of ours gets a stable id of its own, under which it is parked. */
    private UUID named(String name) {
        return UUID.nameUUIDFromBytes((provider + ":" + name).getBytes(StandardCharsets.UTF_8));
    }

    private Observation withReference(Observation seen) {
        var reference = genuine.reference().replaceAll("[^\\x20-\\x7E]", "?");
        var cut = reference.substring(0, Math.min(reference.length(), REFERENCE_LENGTH_MAX));
        return new Observation(
                seen.source(),
                seen.state(),
                seen.providerPaymentId(),
                seen.money(),
                seen.payUrl(),
                seen.expiresAt(),
                "unknown reference " + cut);
    }

    private String digest() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
