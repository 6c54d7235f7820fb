package io.payonce.testbed.lab.check;

import io.payonce.testbed.lab.history.Broker;
import io.payonce.testbed.lab.history.ClientCall;
import io.payonce.testbed.lab.history.ClientCall.Kind;
import io.payonce.testbed.lab.history.Event;
import io.payonce.testbed.lab.history.History;
import io.payonce.testbed.lab.history.Provider;
import io.payonce.testbed.lab.history.Provider.Step;
import io.payonce.testbed.lab.history.Rest;
import io.payonce.testbed.lab.history.Tables;
import io.payonce.testbed.lab.history.Tables.Session;
import io.payonce.testbed.lab.history.Traces;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run as it should be, told step by step; tests then change what is to be bad. Each step takes a second. */
final class Story {
    static final long AMOUNT = 1500;

    final List<ClientCall> client = new ArrayList<>();
    final List<Provider.Call> calls = new ArrayList<>();
    final List<Provider.Payment> ledger = new ArrayList<>();
    final List<Provider.Notification> notifications = new ArrayList<>();
    final List<Tables.Order> orders = new ArrayList<>();
    final List<Session> sessions = new ArrayList<>();
    final List<Tables.Entry> entries = new ArrayList<>();
    final List<Tables.OutboxRow> outbox = new ArrayList<>();
    final List<Tables.Processed> processed = new ArrayList<>();
    final List<Tables.Incident> incidents = new ArrayList<>();
    final List<Tables.Key> keys = new ArrayList<>();
    final List<Tables.Operation> operations = new ArrayList<>();
    final List<Tables.Late> late = new ArrayList<>();
    final List<Broker.Message> records = new ArrayList<>();
    final List<Broker.Message> deadLetters = new ArrayList<>();
    final List<Broker.Lag> lags = new ArrayList<>();
    final List<String> pending = new ArrayList<>();
    final List<Traces.Line> suspects = new ArrayList<>();

    private Instant now = Instant.parse("2026-12-01T10:00:00Z");
    private int numbers;

    List<Violation> check() {
        return Checker.check(history());
    }

    Map<String, Long> transitions() {
        return Checker.transitions(history());
    }

    private History history() {
        return new History(
                client,
                new Provider(calls, ledger, notifications),
                new Tables(orders, sessions, entries, outbox, processed, incidents, keys, operations, late, List.of()),
                new Broker(records, deadLetters, lags),
                new Rest(Duration.ofSeconds(3), pending),
                new Traces(List.of("top-secret"), List.of("123456"), suspects));
    }

    private String next(String prefix) {
        return prefix + "-" + ++numbers;
    }

    Instant tick() {
        now = now.plusSeconds(1);
        return now;
    }

    /** A payment that is registered; its order is made if it is new. */
    String registered(String order) {
        var payment = next("p");
        var key = next("k");
        tick();
        sessions.add(new Session(payment, order, AMOUNT, "EUR", "Registering", null, null, 1, now, now));
        if (orders.stream().noneMatch(one -> one.id().equals(order))) {
            orders.add(new Tables.Order(order, AMOUNT, "EUR", "AwaitingPayment", payment));
        }
        keys.add(new Tables.Key("local", key, "Succeeded", payment, 202));
        var answer = """
                {"id": "%s", "amount": %d, "currency": "EUR", "status": "registering", "version": 1}
                """.formatted(payment, AMOUNT);
        says(Kind.CREATE, order, key, 202, answer);
        event(payment, Broker.COMMANDS, "RegisterRequested", 1, "{}");
        provider("register", payment, payment);
        var steps = List.of(new Step("pending", now));
        ledger.add(new Provider.Payment("pp-" + payment, payment, "pending", "15.00", "EUR", now, steps));
        report(payment, "register", "open");
        enter(payment, "Registered", "payment.registered");
        return payment;
    }

    String paid(String order) {
        var payment = registered(order);
        atProvider(payment, "paid");
        enter(payment, "Completed", "payment.completed");
        orders.replaceAll(
                one -> one.id().equals(order) ? new Tables.Order(order, AMOUNT, "EUR", "Paid", payment) : one);
        entries.add(new Tables.Entry(order, payment, "PaymentReceived", AMOUNT, "EUR"));
        notifications.add(
                new Provider.Notification(outbox.getLast().event().id(), "payment.completed", order, payment, 2));
        return payment;
    }

    String declined(String order) {
        var payment = registered(order);
        atProvider(payment, "failed");
        enter(payment, "Failed", "payment.failed");
        change(payment, session -> with(session, session.status(), session.version(), "payment_declined"));
        return payment;
    }

    String canceled(String order) {
        var payment = registered(order);
        event(payment, Broker.COMMANDS, "ReverseRequested", 3, "{\"late\": false}");
        says(Kind.CANCEL, payment, null, 202, "{}");
        provider("reverse", payment, "reverse-" + payment);
        atProvider(payment, "reversed");
        change(payment, session -> with(session, "Canceling", 3, null));
        enter(payment, "Canceled", "payment.canceled");
        return payment;
    }

    /** Paid after it had failed; a person is told. */
    String paidLate(String order) {
        var payment = declined(order);
        atProvider(payment, "paid");
        late.add(new Tables.Late(payment, "Review"));
        entries.add(new Tables.Entry(order, payment, "LatePaymentReceived", AMOUNT, "EUR"));
        return payment;
    }

    void says(Kind kind, String target, @Nullable String key, int status, String answer) {
        client.add(new ClientCall(kind, target, key, "{}", status, answer, false, tick(), tick()));
    }

    void provider(String operation, String payment, String key) {
        calls.add(new Provider.Call(tick(), operation, payment, next("n"), key, 200));
    }

    void atProvider(String payment, String status) {
        tick();
        ledger.replaceAll(one -> one.paymentId().equals(payment) ? moved(one, status) : one);
    }

    private Provider.Payment moved(Provider.Payment payment, String status) {
        var steps = new ArrayList<>(payment.history());
        steps.add(new Step(status, now));
        return new Provider.Payment(
                payment.id(),
                payment.paymentId(),
                status,
                payment.amount(),
                payment.currency(),
                payment.createdAt(),
                steps);
    }

    void report(String payment, String source, String state) {
        event(payment, Broker.REPORTS, "ProviderReported", 0, """
                {"source": "%s", "state": "%s", "operation": "%s"}""".formatted(source, state, payment));
    }

    void enter(String payment, String status, String type) {
        processed.add(new Tables.Processed(payment, status, tick()));
        change(payment, session -> with(session, status, session.version() + 1, null));
        event(payment, Broker.PAYMENT_EVENTS, type, session(payment).version(), "{}");
    }

    Session session(String payment) {
        return sessions.stream()
                .filter(one -> one.id().equals(payment))
                .findFirst()
                .orElseThrow();
    }

    void change(String payment, UnaryOperator<Session> change) {
        sessions.replaceAll(one -> one.id().equals(payment) ? change.apply(one) : one);
    }

    Session with(Session session, String status, int version, @Nullable String failure) {
        return new Session(
                session.id(),
                session.order(),
                session.amount(),
                session.currency(),
                status,
                session.providerPaymentId(),
                failure,
                version,
                session.createdAt(),
                now);
    }

    /** Committed and published. */
    void event(String payment, String topic, String type, long sequence, String data) {
        var event = new Event(next("e"), type, payment, session(payment).order(), sequence, json(data));
        outbox.add(new Tables.OutboxRow(topic, event));
        publish(topic, event);
    }

    void publish(String topic, Event event) {
        records.add(new Broker.Message(topic, 0, records.size(), Optional.of(event), "{}"));
    }

    static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
