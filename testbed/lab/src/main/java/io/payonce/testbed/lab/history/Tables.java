package io.payonce.testbed.lab.history;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables as one transaction saw them.
 *
 * @param lateMoney null while the system has no such table; its incidents then stand for the rows
 * @param outgoing merchant notifications to be delivered; null while the system sends none
 */
public record Tables(
        List<Order> orders,
        List<Session> sessions,
        List<Entry> entries,
        List<OutboxRow> outbox,
        List<Processed> processed,
        List<Incident> incidents,
        List<Key> keys,
        List<Operation> operations,
        @Nullable List<Late> lateMoney,
        @Nullable List<Outgoing> outgoing) {

    public record Order(
            String id,
            long amount,
            String currency,
            String status,
            @Nullable String activePayment) {
        public boolean isPaid() {
            return status.equals("Paid");
        }
    }

    public record Session(
            String id,
            String order,
            long amount,
            String currency,
            String status,
            @Nullable String providerPaymentId,
            @Nullable String failureCode,
            int version,
            Instant createdAt,
            Instant updatedAt) {}

    public record Entry(String order, String payment, String type, long amount, String currency) {}

    public record OutboxRow(String topic, Event event) {}

    /**
     * What has taken effect.
     *
     * @param at the begin of the transaction, so not later than the effect
     */
    public record Processed(String payment, String status, Instant at) {}

    public record Incident(String kind, @Nullable String payment, String detail, boolean open) {}

    public record Key(String client, String key, String status, String payment, int answerStatus) {}

    public record Operation(
            String id,
            String payment,
            String session,
            String kind,
            String state,
            String key,
            int attempt,
            long epoch) {}

    /** Money that came for an ended session, and what is done with it. */
    public record Late(String payment, String state) {}

    public record Outgoing(String eventId, boolean delivered) {}
}
