package io.payonce.testbed.sandbox.ledger;

import io.payonce.testbed.sandbox.journal.Journal;
import io.payonce.testbed.sandbox.json.Json;
import io.payonce.testbed.sandbox.ledger.Acted.Done;
import io.payonce.testbed.sandbox.ledger.Acted.NotFound;
import io.payonce.testbed.sandbox.ledger.Movement.Moved;
import io.payonce.testbed.sandbox.ledger.Movement.Unchanged;
import io.payonce.testbed.sandbox.ledger.Registered.Conflict;
import io.payonce.testbed.sandbox.ledger.Registered.Full;
import io.payonce.testbed.sandbox.ledger.Registered.Held;
import io.payonce.testbed.sandbox.time.Timetable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The provider's own books: one payment per order, however often and simultaneously it is registered. A movement
 * and its event are one journal line. Thread-safe.
 */
public final class Ledger {
    private static final Duration WAIT_MAX = Duration.ofSeconds(1);

    private final Journal journal;
    private final Clock clock;
    private final Supplier<String> ids;
    private final Consumer<PaymentEvent> events;
    private final Terms standardTerms;
    private final int paymentsMax;

    private final Map<String, Payment> payments = new LinkedHashMap<>();
    private final Map<String, String> paymentsOfOrders = new HashMap<>();
    private final Timetable<Plan> plans = new Timetable<>();
    private Terms terms;

    /** Where the ledger's surroundings come from. Events are handed over inside the change that makes them. */
    public record Surroundings(Journal journal, Clock clock, Supplier<String> ids, Consumer<PaymentEvent> events) {}

    public Ledger(Surroundings surroundings, Terms standardTerms, int paymentsMax) {
        this.journal = surroundings.journal();
        this.clock = surroundings.clock();
        this.ids = surroundings.ids();
        this.events = surroundings.events();
        this.standardTerms = standardTerms;
        this.paymentsMax = paymentsMax;
        this.terms = standardTerms;
    }

    /** One journal line: the payment as it is now, the event this makes, what is to happen later. */
    private record Change(Payment payment, @Nullable String eventId, List<Plan> plans) {}

    public Registered register(Registration wanted) {
        return journal.change(() -> {
            var known = ofOrder(wanted.orderId());
            if (known.isPresent()) {
                var payment = known.get();
                return payment.isFor(wanted) ? new Held(payment) : new Conflict(payment);
            }
            if (payments.size() >= paymentsMax) {
                return new Full();
            }
            var payment = Payment.opened("pay_" + ids.get(), wanted, now(), terms);
            write(new Change(payment, null, plansFor(payment)));
            return new Held(payment);
        });
    }

    private List<Plan> plansFor(Payment payment) {
        var later = new ArrayList<Plan>();
        if (payment.expiryEnforced()) {
            later.add(new Plan(payment.paymentId(), PaymentAction.EXPIRE, payment.expiresAt()));
        }
        if (terms.autopay()) {
            var due = payment.createdAt().plusMillis(terms.autopayDelayMs());
            later.add(new Plan(payment.paymentId(), PaymentAction.PAY, due));
        }
        return later;
    }

    /** The payment with this payment id or order id, whichever fits. */
    public Optional<Payment> find(String paymentOrOrderId) {
        return journal.change(() -> ofPayment(paymentOrOrderId).or(() -> ofOrder(paymentOrOrderId)));
    }

    public Optional<Payment> ofOrder(String orderId) {
        return journal.change(
                () -> Optional.ofNullable(paymentsOfOrders.get(orderId)).flatMap(this::ofPayment));
    }

    /** A payment that is overdue expires by being looked at. */
    public Optional<Payment> ofPayment(String paymentId) {
        return journal.change(() -> {
            var payment = payments.get(paymentId);
            if (payment != null && payment.isOverdue(now())) {
                payment = move(payment, PaymentStatus.EXPIRED);
            }
            return Optional.ofNullable(payment);
        });
    }

    public Acted act(String paymentOrOrderId, PaymentAction action) {
        return journal.change(() -> {
            var found = find(paymentOrOrderId);
            if (found.isEmpty()) {
                return new NotFound();
            }
            var payment = found.get();
            return switch (action.apply(payment.status())) {
                case Moved moved -> new Done(move(payment, moved.to()));
                case Unchanged unchanged -> new Done(payment);
                case Movement.Refused refused -> new Acted.Refused(payment, refused.why());
            };
        });
    }

    /** Lets the payment be reversed later, if it can be by then. */
    public void reverseLater(Payment payment, Duration delay) {
        journal.change(() -> {
            var plan = new Plan(payment.paymentId(), PaymentAction.REVERSE, now().plus(delay));
            journal.append("plan", plan);
            plans.put(plan, plan.due());
            return plan;
        });
    }

    /** Takes every planned action that is due. Autopay and expiry touch pending payments only. */
    public void runOnce() {
        for (var plan = plans.pollDue(now()); plan.isPresent(); plan = plans.pollDue(now())) {
            carryOut(plan.get());
        }
    }

    private void carryOut(Plan plan) {
        journal.change(() -> {
            var payment = payments.get(plan.paymentId());
            if (payment == null || journal.isClosed()) {
                return new NotFound();
            }
            if (plan.action() != PaymentAction.REVERSE && payment.status() != PaymentStatus.PENDING) {
                return new Done(payment);
            }
            return act(plan.paymentId(), plan.action());
        });
    }

    public void awaitDue() throws InterruptedException {
        plans.awaitDue(clock, WAIT_MAX);
    }

    /** All payments in the order of their registration, or the order's one. */
    public List<Payment> list(Optional<String> orderId) {
        return journal.change(
                () -> orderId.map(id -> ofOrder(id).stream().toList()).orElseGet(() -> List.copyOf(payments.values())));
    }

    public Terms terms() {
        return journal.change(() -> terms);
    }

    public Terms agree(Terms wanted) {
        return journal.change(() -> {
            journal.append("terms", wanted);
            terms = wanted;
            return wanted;
        });
    }

    /** Forgets all payments and plans; only inside a change. */
    public void forget() {
        payments.clear();
        paymentsOfOrders.clear();
        plans.clear();
        terms = standardTerms;
    }

    public void replayPayment(JsonNode data) {
        apply(Json.MAPPER.treeToValue(data, Change.class));
    }

    public void replayPlan(JsonNode data) {
        var plan = Json.MAPPER.treeToValue(data, Plan.class);
        plans.put(plan, plan.due());
    }

    public void replayTerms(JsonNode data) {
        terms = Json.MAPPER.treeToValue(data, Terms.class);
    }

    private Payment move(Payment payment, PaymentStatus to) {
        var moved = payment.moved(to, now());
        write(new Change(moved, moved.callbackUrl() == null ? null : "evt_" + ids.get(), List.of()));
        return moved;
    }

    private void write(Change change) {
        journal.append("payment", change);
        apply(change);
    }

    private void apply(Change change) {
        var payment = change.payment();
        payments.put(payment.paymentId(), payment);
        paymentsOfOrders.put(payment.orderId(), payment.paymentId());
        change.plans().forEach(plan -> plans.put(plan, plan.due()));
        if (change.eventId() != null) {
            events.accept(new PaymentEvent(change.eventId(), payment));
        }
    }

    /** Times go out with milliseconds. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
