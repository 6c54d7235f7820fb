package io.payonce.testbed.lab.run;

import io.payonce.testbed.lab.history.Provider;
import io.payonce.testbed.lab.history.ProviderReader;
import io.payonce.testbed.lab.history.Rest;
import io.payonce.testbed.lab.history.TopicReader;
import io.payonce.testbed.lab.load.Payer;
import io.payonce.testbed.lab.stack.LabStack;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits until nothing moves any more. Payments that nobody paid are ended by their payers, and looks that are due in an
 * hour are due now: what is waited for is the system, not its clock.
 */
final class Settle {
    static final Duration REST_TIME_MAX = Duration.ofSeconds(60);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final int LOOKS_BETWEEN_PUSHES = 10;

    /** Looks in a row that find nothing pending. */
    private static final int QUIET_LOOKS = 3;

    private final LabStack stack;
    private final ProviderReader provider;
    private final Payer payer;
    private final TopicReader topics;

    Settle(LabStack stack, ProviderReader provider, Payer payer, TopicReader topics) {
        this.stack = stack;
        this.provider = provider;
        this.payer = payer;
        this.topics = topics;
    }

    Rest await() throws SQLException {
        var began = System.nanoTime();
        var quiet = 0;
        var pending = List.of("everything");
        try (var connection = stack.connect()) {
            for (var look = 0; quiet < QUIET_LOOKS && since(began).compareTo(REST_TIME_MAX) < 0; look++) {
                if (look % LOOKS_BETWEEN_PUSHES == 0) {
                    DueNow.bringForward(connection);
                }
                endWhatNobodyPaid(connection);
                pending = pending(connection);
                quiet = pending.isEmpty() ? quiet + 1 : 0;
                LockSupport.parkNanos(LOOK_EVERY.toNanos());
            }
        }
        return new Rest(since(began), pending);
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private void endWhatNobodyPaid(Connection connection) throws SQLException {
        var open = new HashSet<>(texts(connection, """
                SELECT id FROM payonce.payment_sessions WHERE status IN ('Registered', 'Authorized')
                """));
        if (open.isEmpty()) {
            return;
        }
        provider.ledger().stream()
                .filter(payment -> open.contains(payment.paymentId()) && payment.isPayable())
                .forEach(payment -> payer.act(payment.paymentId(), lastAct(payment)));
    }

    private static String lastAct(Provider.Payment payment) {
        return payment.status().equals("authorized") || payment.paymentId().hashCode() % 2 == 0 ? "pay" : "expire";
    }

    private List<String> pending(Connection connection) throws SQLException {
        var pending = new ArrayList<String>();
        count(connection, pending, "open sessions", """
                SELECT id FROM payonce.payment_sessions WHERE status NOT IN ('Completed', 'Failed', 'Canceled')
                """);
        count(
                connection,
                pending,
                "open operations",
                "SELECT id FROM payonce.provider_operations WHERE state = 'Open'");
        count(connection, pending, "late payments", """
                SELECT payment_id FROM payonce.late_payments WHERE state IN ('Suspected', 'Reversing')
                """);
        count(
                connection,
                pending,
                "notifications",
                "SELECT event_id FROM payonce.notifications WHERE state = 'Waiting'");
        topics.catchUp();
        var unpublished = texts(connection, "SELECT id FROM payonce.outbox").stream()
                .filter(id -> !topics.hasSeen(id))
                .toList();
        note(pending, "events not in their topic", unpublished);
        topics.lags().forEach(lag -> pending.add(lag.toString()));
        return pending;
    }

    private static void count(Connection connection, List<String> pending, String what, String sql)
            throws SQLException {
        note(pending, what, texts(connection, sql));
    }

    private static void note(List<String> pending, String what, List<String> ids) {
        if (!ids.isEmpty()) {
            pending.add("%d %s, the first is %s".formatted(ids.size(), what, ids.getFirst()));
        }
    }

    private static List<String> texts(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var all = new ArrayList<String>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        }
    }
}
