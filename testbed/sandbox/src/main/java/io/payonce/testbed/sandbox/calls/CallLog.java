package io.payonce.testbed.sandbox.calls;

import io.payonce.testbed.sandbox.journal.Journal;
import io.payonce.testbed.sandbox.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Every provider call, in the order of arrival, with what it was answered. Thread-safe. */
public final class CallLog {
    private final Journal journal;
    private final Nonces nonces;
    private final int callsMax;

    private final List<Call> calls = new ArrayList<>();
    private final Map<String, List<Integer>> placesOfOrders = new HashMap<>();
    private long firstNumber;

    public CallLog(Journal journal, Nonces nonces, int callsMax) {
        this.journal = journal;
        this.nonces = nonces;
        this.callsMax = callsMax;
    }

    /** Numbers go up by one, without gaps within one file. */
    private record Arrival(long number, Call call, boolean genuine) {}

    private record Answered(
            long number, int status, @Nullable String paymentId) {}

    /** What became of an arrival. */
    public sealed interface Noted {
        /** The call is on record and its nonce, if it was genuine, is fresh. */
        record Fresh(long number) implements Noted {}

        record NonceUsed(long number) implements Noted {}

        /** The log has reached its bound; the call is not on record and must be refused. */
        record Full() implements Noted {}
    }

    /** Puts the call on record; the nonce of a genuine one is used up in the same step. */
    public Noted arrived(Call call, boolean genuine) {
        return journal.change(() -> {
            if (calls.size() >= callsMax || journal.isFull()) {
                return new Noted.Full();
            }
            var nonce = call.nonce();
            var fresh = !genuine || nonce == null || nonces.isFresh(nonce, call.at());
            var number = firstNumber + calls.size();
            var arrival = new Arrival(number, call, genuine && fresh);
            journal.append("call", arrival);
            apply(arrival);
            return fresh ? new Noted.Fresh(number) : new Noted.NonceUsed(number);
        });
    }

    /** Notes the answer, before it is sent. After everything was forgotten this does nothing. */
    public void answered(long number, int status, @Nullable String paymentId) {
        journal.change(() -> {
            var answer = new Answered(number, status, paymentId);
            if (number >= firstNumber && !journal.isClosed()) {
                journal.append("answered", answer);
                apply(answer);
            }
            return answer;
        });
    }

    public List<Call> list(Optional<String> orderId) {
        return journal.change(() -> orderId.map(id -> placesOfOrders.getOrDefault(id, List.of()).stream()
                        .map(calls::get)
                        .toList())
                .orElseGet(() -> List.copyOf(calls)));
    }

    /** Forgets everything; only inside a change. Numbers go on, so that answers still under way fit no new call. */
    public void forget() {
        firstNumber += calls.size();
        calls.clear();
        placesOfOrders.clear();
        nonces.forget();
    }

    public void replayCall(JsonNode data) {
        apply(Json.MAPPER.treeToValue(data, Arrival.class));
    }

    public void replayAnswer(JsonNode data) {
        apply(Json.MAPPER.treeToValue(data, Answered.class));
    }

    /** Who was still waiting when the process died got no answer. */
    public void replayed() {
        calls.replaceAll(call -> call.status() == null ? call.answered(0, null) : call);
    }

    private void apply(Arrival arrival) {
        if (calls.isEmpty()) {
            firstNumber = arrival.number();
        }
        var call = arrival.call();
        if (call.orderId() != null) {
            placesOfOrders
                    .computeIfAbsent(call.orderId(), order -> new ArrayList<>(2))
                    .add(calls.size());
        }
        calls.add(call);
        if (arrival.genuine() && call.nonce() != null) {
            nonces.use(call.nonce(), call.at());
        }
    }

    private void apply(Answered answer) {
        var place = (int) (answer.number() - firstNumber);
        calls.set(place, calls.get(place).answered(answer.status(), answer.paymentId()));
    }
}
