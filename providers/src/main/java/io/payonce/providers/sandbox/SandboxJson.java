package io.payonce.providers.sandbox;

import io.payonce.providers.Attempt;
import io.payonce.providers.CallbackReading;
import io.payonce.providers.CallbackReading.Genuine;
import io.payonce.providers.CallbackReading.Malformed;
import io.payonce.providers.CreateAnswer;
import io.payonce.providers.CreateAnswer.Created;
import io.payonce.providers.CreateAnswer.Rejected;
import io.payonce.providers.DecimalAmount;
import io.payonce.providers.HttpAnswer;
import io.payonce.providers.ProviderPayment;
import io.payonce.providers.ResolveAnswer;
import io.payonce.providers.ResolveAnswer.Absent;
import io.payonce.providers.ResolveAnswer.Found;
import io.payonce.providers.ResolveAnswer.StillUnknown;
import io.payonce.providers.Reversal;
import io.payonce.providers.ReverseAnswer;
import io.payonce.schema.session.ProviderState;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sandbox's bodies. What cannot be read for certain is unknown, never a failure. */
final class SandboxJson {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final JsonMapper json = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(8)
                            .maxNumberLength(32)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** The members are written in this order always: a repeated registration has the same bytes. */
    String createBody(Attempt attempt) {
        var body = json.createObjectNode()
                .put("order_id", attempt.payment().toString())
                .put("amount", attempt.money().decimal())
                .put("payment_currency", attempt.money().currency().getCurrencyCode())
                .put("callback_url", attempt.callbackUrl());
        if (attempt.description() != null) {
            body.put("description", attempt.description());
        }
        return json.writeValueAsString(body);
    }

    String reverseBody(Reversal reversal) {
        return json.writeValueAsString(json.createObjectNode().put("idempotency_key", reversal.key()));
    }

    /** An id that is safe within a path. Ids come from the provider, and even a provider does not write our URLs. */
    static String safeId(String id) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("not a sandbox payment id");
        }
        return id;
    }

    CreateAnswer created(HttpAnswer answer) {
        var body = object(answer.body());
        return switch (answer.status()) {
            case 200 -> body.map(this::createdBody).orElseGet(() -> new CreateAnswer.Unknown("unreadable answer"));
            case 400, 402, 422 -> new Rejected(body.flatMap(SandboxJson::error).orElse("HTTP " + answer.status()));
            default -> new CreateAnswer.Unknown("HTTP " + answer.status());
        };
    }

    /** A refusal inside a 200 is a refusal all the same; a payment whose state is unknown is not one. */
    private CreateAnswer createdBody(JsonNode body) {
        if (!body.has("payment_id")) {
            return error(body)
                    .<CreateAnswer>map(Rejected::new)
                    .orElseGet(() -> new CreateAnswer.Unknown("no payment in the answer"));
        }
        return payment(body)
                .<CreateAnswer>map(Created::new)
                .orElseGet(() -> new CreateAnswer.Unknown("unreadable payment or unknown status"));
    }

    ResolveAnswer resolved(HttpAnswer answer) {
        return switch (answer.status()) {
            case 200 ->
                object(answer.body())
                        .flatMap(SandboxJson::payment)
                        .<ResolveAnswer>map(Found::new)
                        .orElseGet(() -> new StillUnknown("unreadable payment or unknown status"));
            case 404 ->
                object(answer.body())
                        .flatMap(SandboxJson::error)
                        .<ResolveAnswer>map(Absent::new)
                        .orElseGet(() -> new StillUnknown("a 404 that is not the provider's"));
            default -> new StillUnknown("HTTP " + answer.status());
        };
    }

    ReverseAnswer reversed(HttpAnswer answer) {
        var body = object(answer.body());
        return switch (answer.status()) {
            case 200 ->
                body.map(SandboxJson::reversedBody).orElseGet(() -> new ReverseAnswer.Unknown("unreadable answer"));
            case 404 ->
                new ReverseAnswer.NothingToReverse(
                        body.flatMap(SandboxJson::error).orElse("not found"));
            case 409 -> refused(body.flatMap(SandboxJson::error).orElse(""));
            default -> new ReverseAnswer.Unknown("HTTP " + answer.status());
        };
    }

    /** Only the word "reversed" proves a reverse; a reverse that "failed" is one to ask for again. */
    private static ReverseAnswer reversedBody(JsonNode body) {
        var status = text(body, "status");
        return "reversed".equals(status)
                ? new ReverseAnswer.Reversed()
                : new ReverseAnswer.Pending("status " + (status == null ? "missing" : status));
    }

    private static ReverseAnswer refused(String error) {
        return error.contains("captured")
                ? new ReverseAnswer.RefusedCaptured(error)
                : new ReverseAnswer.NothingToReverse(error);
    }

    CallbackReading callback(byte[] bytes) {
        var body = object(bytes).orElse(null);
        if (body == null) {
            return new Malformed("not one JSON object");
        }
        var reference = text(body, "order_id");
        var eventId = text(body, "event_id");
        if (reference == null || reference.isEmpty() || eventId == null) {
            return new Malformed("order_id or event_id missing");
        }
        if (hasNul(body)) {
            return new Malformed("U+0000 in a string");
        }
        var payment = described(body);
        return payment == null ? new Malformed("payment_id missing") : new Genuine(reference, eventId, payment);
    }

    /** The payment, if its status is one we know; an unknown word must not pass for any state. */
    private static Optional<ProviderPayment> payment(JsonNode body) {
        return Optional.ofNullable(described(body)).filter(found -> found.state() != ProviderState.UNKNOWN);
    }

    private static @Nullable ProviderPayment described(JsonNode body) {
        var id = text(body, "payment_id");
        if (id == null || !ID.matcher(id).matches()) {
            return null;
        }
        return new ProviderPayment(
                id,
                state(text(body, "status")),
                DecimalAmount.read(text(body, "amount"), text(body, "payment_currency"))
                        .orElse(null),
                text(body, "pay_url"),
                time(text(body, "expires_at")));
    }

    private static ProviderState state(@Nullable String status) {
        return switch (status) {
            case "pending" -> ProviderState.OPEN;
            case "authorized" -> ProviderState.HELD;
            case "paid" -> ProviderState.PAID;
            case "failed" -> ProviderState.DECLINED;
            case "expired" -> ProviderState.EXPIRED;
            case "reversed" -> ProviderState.REVERSED;
            case null, default -> ProviderState.UNKNOWN;
        };
    }

    private Optional<JsonNode> object(byte[] bytes) {
        try {
            return Optional.of(json.readTree(bytes)).filter(JsonNode::isObject);
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** A real U+0000, in any string or name. The six characters of its escape are text like any other. */
    private static boolean hasNul(JsonNode node) {
        if (node.isString()) {
            return node.stringValue().indexOf('\0') >= 0;
        }
        return node.valueStream().anyMatch(SandboxJson::hasNul)
                || node.propertyStream().anyMatch(member -> member.getKey().indexOf('\0') >= 0);
    }

    private static Optional<String> error(JsonNode body) {
        return Optional.ofNullable(text(body, "error")).map(text -> text.substring(0, Math.min(text.length(), 256)));
    }

    private static @Nullable String text(JsonNode body, String name) {
        var value = body.path(name);
        return value.isString() ? value.stringValue() : null;
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
