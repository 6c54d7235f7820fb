package io.payonce.testbed.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.lab.history.Broker;
import io.payonce.testbed.lab.history.ClientCall;
import io.payonce.testbed.lab.history.ClientCall.Kind;
import io.payonce.testbed.lab.history.Event;
import io.payonce.testbed.lab.history.Provider;
import io.payonce.testbed.lab.history.Tables;
import io.payonce.testbed.lab.history.Traces;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A checker that never says no proves nothing: each invariant has a history that breaks it, and is named for it. */
class CheckerTest {
    /** A change of the good history, and the invariants it breaks. */
    private record Bad(String name, Set<Invariant> broken, Consumer<Story> change) {}

    /** Paid, declined and paid again, canceled, paid late; everything delivered twice and read once. */
    private static Story good() {
        var story = new Story();
        story.paid("o-paid");
        story.declined("o-again");
        story.paid("o-again");
        story.canceled("o-canceled");
        story.paidLate("o-late");
        List.copyOf(story.records)
                .forEach(record -> story.publish(record.topic(), record.event().orElseThrow()));
        var first = story.sessions.getFirst();
        story.says(Kind.READ, first.id(), null, 200, view(first, 3, "completed"));
        return story;
    }

    private static String view(Tables.Session session, int version, String status) {
        return """
                {"id": "%s", "status": "%s", "version": %d}""".formatted(session.id(), status, version);
    }

    @Test
    void goodHistoryHasNoViolation() {
        assertThat(good().check()).isEmpty();
    }

    @Test
    void transitionsOfARunAreCounted() {
        var story = good();

        assertThat(story.transitions())
                .containsEntry("REGISTERED → COMPLETED", 2L)
                .containsEntry("CANCELING → CANCELED", 1L);
    }

    @TestFactory
    Stream<DynamicTest> badHistories() {
        return all().map(bad -> DynamicTest.dynamicTest(bad.name(), () -> {
            var story = good();
            bad.change().accept(story);

            var violations = story.check();

            assertThat(violations).extracting(Violation::invariant).containsAll(bad.broken());
            assertThat(violations)
                    .allSatisfy(violation -> assertThat(violation.what()).isNotBlank());
        }));
    }

    @Test
    void everyInvariantHasItsBadHistory() {
        var broken = all().flatMap(bad -> bad.broken().stream()).toList();

        assertThat(EnumSet.copyOf(broken)).containsExactlyInAnyOrder(Invariant.values());
    }

    private static Stream<Bad> all() {
        return Stream.of(sessions(), provider(), books(), events(), ends()).flatMap(List::stream);
    }

    private static List<Bad> sessions() {
        return List.of(
                new Bad("second session while the first is open", Set.of(Invariant.I1), story -> {
                    story.registered("o-two");
                    story.paid("o-two");
                }),
                new Bad("first session heard of after its successor", Set.of(Invariant.I1), story -> {
                    var first = story.declined("o-mixed");
                    story.paid("o-mixed");
                    story.enter(first, "Canceled", "payment.canceled");
                }),
                new Bad(
                        "second session before the first is dead at the provider",
                        Set.of(Invariant.I4, Invariant.I2),
                        story -> {
                            var first = story.registered("o-hasty");
                            story.enter(first, "Failed", "payment.failed");
                            story.change(first, session -> story.with(session, "Failed", 3, "payment_absent"));
                            story.paid("o-hasty");
                            story.atProvider(first, "expired");
                        }),
                new Bad("silence taken for a failure", Set.of(Invariant.I4), story -> {
                    var payment = story.declined("o-silent");
                    story.ledger.removeIf(one -> one.paymentId().equals(payment));
                    story.change(payment, session -> story.with(session, "Failed", 3, "timeout"));
                }),
                new Bad("a transition that is in no table", Set.of(Invariant.I13), story -> {
                    var payment = story.declined("o-revived");
                    story.event(payment, Broker.PAYMENT_EVENTS, "payment.authorized", 4, "{}");
                    story.change(payment, session -> story.with(session, "Failed", 4, "payment_declined"));
                }),
                new Bad(
                        "a version that nothing made",
                        Set.of(Invariant.I13),
                        story -> story.change(
                                story.declined("o-gap"),
                                session -> story.with(session, "Failed", 4, "payment_declined"))),
                new Bad("a read that went back", Set.of(Invariant.I15), story -> {
                    var first = story.sessions.getFirst();
                    story.says(Kind.READ, first.id(), null, 200, view(first, 2, "registered"));
                }));
    }

    private static List<Bad> provider() {
        return List.of(
                new Bad("one nonce in two calls", Set.of(Invariant.I3), story -> {
                    var call = story.calls.getFirst();
                    story.calls.add(call);
                }),
                new Bad("one payment with two keys", Set.of(Invariant.I3), story -> {
                    var payment = story.sessions.getFirst().id();
                    story.provider("register", payment, "another");
                }),
                new Bad("one key for two payments", Set.of(Invariant.I3), story -> {
                    story.provider("reverse", "p-a", "shared");
                    story.provider("reverse", "p-b", "shared");
                }),
                new Bad("one payment with two bodies", Set.of(Invariant.I3), story -> {
                    var call = story.calls.getFirst();
                    story.calls.add(new Provider.Call(
                            call.at(), "register", call.paymentId(), "other", call.idempotencyKey(), 409));
                }),
                new Bad(
                        "an order paid twice",
                        Set.of(Invariant.I2, Invariant.I7, Invariant.I16),
                        story -> story.atProvider(story.sessions.get(1).id(), "paid")),
                new Bad(
                        "a paid order whose money went back",
                        Set.of(Invariant.I6, Invariant.I14, Invariant.I16),
                        story -> story.atProvider(story.sessions.getFirst().id(), "reversed")),
                new Bad("late money that nobody was told of", Set.of(Invariant.I7), story -> story.late.clear()),
                new Bad("a canceled payment that can still be paid", Set.of(Invariant.I18), story -> {
                    var payment = story.canceled("o-open");
                    story.atProvider(payment, "pending");
                }),
                new Bad("money of a payment that is not ours", Set.of(Invariant.I7, Invariant.I16), story -> {
                    var known = story.ledger.getFirst();
                    story.ledger.add(new Provider.Payment(
                            "pp-x", "p-x", "paid", "15.00", "EUR", known.createdAt(), known.history()));
                }));
    }

    private static List<Bad> books() {
        return List.of(
                new Bad(
                        "two receipts",
                        Set.of(Invariant.I8, Invariant.I12, Invariant.I16),
                        story -> story.entries.add(story.entries.getFirst())),
                new Bad(
                        "a receipt of other money",
                        Set.of(Invariant.I8, Invariant.I16),
                        story -> story.entries.replaceAll(entry ->
                                new Tables.Entry(entry.order(), entry.payment(), entry.type(), 1, entry.currency()))),
                new Bad("paid and nobody notified", Set.of(Invariant.I9), story -> story.notifications.clear()),
                new Bad("notified twice under two ids", Set.of(Invariant.I9), story -> {
                    var one = story.notifications.getFirst();
                    story.notifications.add(
                            new Provider.Notification("e-x", one.type(), one.orderId(), one.paymentId(), 1));
                }),
                new Bad("completed twice", Set.of(Invariant.I9, Invariant.I12), story -> {
                    var payment = story.sessions.getFirst().id();
                    story.event(payment, Broker.PAYMENT_EVENTS, "payment.completed", 3, "{}");
                }),
                new Bad("one key with two answers", Set.of(Invariant.I5), story -> {
                    var first = story.client.getFirst();
                    story.says(Kind.CREATE, first.target(), first.key(), 200, first.answer());
                }),
                new Bad("one key with two bodies", Set.of(Invariant.I5), story -> {
                    var first = story.client.getFirst();
                    story.client.add(new ClientCall(
                            Kind.CREATE,
                            first.target(),
                            first.key(),
                            "{\"amount\": 7}",
                            202,
                            first.answer(),
                            true,
                            story.tick(),
                            story.tick()));
                }),
                new Bad(
                        "an accepted payment that is gone",
                        Set.of(Invariant.I15),
                        story -> story.says(Kind.CREATE, "o-gone", null, 202, "{\"id\": \"p-gone\"}")),
                new Bad(
                        "an accepted cancellation that is gone",
                        Set.of(Invariant.I15),
                        story -> story.says(Kind.CANCEL, story.declined("o-kept"), null, 202, "{}")),
                new Bad(
                        "an answer of no contract",
                        Set.of(Invariant.CONTRACT),
                        story -> story.says(Kind.CREATE, "o-500", null, 500, "{}")));
    }

    private static List<Bad> events() {
        return List.of(
                new Bad(
                        "an event that was never committed",
                        Set.of(Invariant.I10),
                        story -> story.publish(
                                Broker.COMMANDS, new Event("e-x", "CheckRequested", "p-1", "o", 9, Story.json("{}")))),
                new Bad("an event that never arrived", Set.of(Invariant.I10), story -> {
                    var lost = story.outbox.getFirst().event().id();
                    story.records.removeIf(
                            record -> record.event().orElseThrow().id().equals(lost));
                }),
                new Bad(
                        "a record set aside",
                        Set.of(Invariant.I10),
                        story -> story.deadLetters.add(
                                new Broker.Message(Broker.COMMANDS + ".dlt", 0, 0, Optional.empty(), "?"))),
                new Bad("an older event after a newer one", Set.of(Invariant.I11), story -> {
                    var payment = story.sessions.getFirst().id();
                    story.event(payment, Broker.COMMANDS, "CheckRequested", 3, "{}");
                    story.event(payment, Broker.COMMANDS, "CheckRequested", 2, "{}");
                }),
                new Bad(
                        "an operation that ended twice",
                        Set.of(Invariant.I17),
                        story -> story.report(story.sessions.getFirst().id(), "register", "open")),
                new Bad(
                        "a secret in a log",
                        Set.of(Invariant.I23),
                        story -> story.suspects.add(new Traces.Line("a.log", 7, "…"))),
                new Bad("a one-time code in a topic", Set.of(Invariant.I23), story -> {
                    var record = story.records.getFirst();
                    story.records.set(
                            0,
                            new Broker.Message(record.topic(), 0, 0, record.event(), "{\"cancel_code\": \"123456\"}"));
                }));
    }

    private static List<Bad> ends() {
        return List.of(
                new Bad("a session that never ends", Set.of(Invariant.I20), story -> story.registered("o-open")),
                new Bad(
                        "a consumer that lags",
                        Set.of(Invariant.I20),
                        story -> story.lags.add(new Broker.Lag("payonce-worker", Broker.COMMANDS, 0, 3))),
                new Bad("a queue that is not empty", Set.of(Invariant.I20), story -> story.pending.add("1 operation")),
                new Bad(
                        "completed though the provider says failed",
                        Set.of(Invariant.I14, Invariant.I6, Invariant.I16),
                        story -> {
                            story.ledger.removeIf(one -> one.paymentId()
                                    .equals(story.sessions.getFirst().id()));
                        }),
                new Bad(
                        "a forged callback that was taken",
                        Set.of(Invariant.I14),
                        story -> story.says(
                                Kind.FORGED_CALLBACK, story.sessions.getFirst().id(), null, 200, "")));
    }
}
