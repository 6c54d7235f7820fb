package io.payonce.reconciler.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.reconciler.ReportBench;
import io.payonce.reconciler.ReportBench.Asked;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.value.Money;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * Every order in which the callbacks of one payment can arrive, each delivered twice: whatever was believed first, the
 * end is what the provider's books, which say paid, justify.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE, properties = "payonce.late-sweep-interval=1h")
class EveryOrderIT {
    private static final ReportBench BENCH = new ReportBench();
    private static final List<ProviderState> CALLBACKS = List.of(
            ProviderState.OPEN,
            ProviderState.HELD,
            ProviderState.PAID,
            ProviderState.DECLINED,
            ProviderState.EXPIRED,
            ProviderState.PAID);
    private static final int THREADS = 4;

    @Autowired
    ApplyReport applyReport;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        BENCH.describe(properties);
    }

    @Test
    void endsPaidOrPaidBack() throws Exception {
        var ends = deliverEveryOrder();

        assertThat(ends)
                .containsOnly(
                        "Completed [PaymentReceived] ", "Failed [LatePaymentReceived, LatePaymentReversed] Reversed");
    }

    private Set<String> deliverEveryOrder() throws Exception {
        var orders = Set.copyOf(permutations(CALLBACKS));
        assertThat(orders).hasSize(360);
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            var runs = orders.stream()
                    .map(order -> (Callable<String>) () -> deliver(order))
                    .toList();
            return new HashSet<>(
                    threads.invokeAll(runs).stream().map(Future::resultNow).toList());
        }
    }

    private String deliver(List<ProviderState> order) {
        var session = BENCH.stored();
        var deliveries = order.stream()
                .flatMap(state -> Stream.of(state, state))
                .map(state -> BENCH.report(session, Source.CALLBACK, state, money(state)))
                .toList();
        deliveries.forEach(this::apply);
        answerQuestions(session);
        var receipts = BENCH.entryTypes(session);
        assertThat(receipts.stream().filter("PaymentReceived"::equals))
                .as("%s", order)
                .hasSizeLessThanOrEqualTo(1);
        assertThat(BENCH.processed(session)).as("%s", order).doesNotHaveDuplicates();
        assertThat(BENCH.orderStatus(session))
                .as("%s", order)
                .isEqualTo(receipts.contains("PaymentReceived") ? "Paid" : "AwaitingPayment free");
        return "%s %s %s".formatted(BENCH.status(session), receipts, BENCH.late(session));
    }

    /** The provider answers what it is asked from its books, as long as there are questions. */
    private void answerQuestions(PaymentSession session) {
        var version = BENCH.version(session);
        if (BENCH.late(session).equals("Suspected")) {
            apply(BENCH.report(
                    session, new Asked(Source.STATUS, version, null), ProviderState.PAID, ReportBench.MONEY));
        }
        if (BENCH.late(session).equals("Reversing")) {
            var asked = new Asked(Source.REVERSE, version, BENCH.lateOperation(session));
            apply(BENCH.report(session, asked, ProviderState.REVERSED, null));
        }
    }

    private static @Nullable Money money(ProviderState state) {
        return state.hasMoney() || state == ProviderState.OPEN ? ReportBench.MONEY : null;
    }

    private void apply(Envelope envelope) {
        applyReport.apply(envelope, (ProviderReported) envelope.event());
    }

    private static <T> List<List<T>> permutations(List<T> items) {
        if (items.isEmpty()) {
            return List.of(List.of());
        }
        var all = new ArrayList<List<T>>();
        for (var i = 0; i < items.size(); i++) {
            var rest = new ArrayList<>(items);
            var first = rest.remove(i);
            for (var tail : permutations(rest)) {
                var one = new ArrayList<>(List.of(first));
                one.addAll(tail);
                all.add(one);
            }
        }
        return all;
    }
}
