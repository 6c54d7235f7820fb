package io.payonce.schema.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.schema.event.Command.Attempt;
import io.payonce.schema.event.Command.CheckRequested;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.session.Decision.Moved;
import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.PaymentDetails;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.session.SessionStatus;
import io.payonce.schema.store.Incidents.Kind;
import io.payonce.schema.value.Ids;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.testbed.servers.PostgresServer;
import io.payonce.testbed.servers.TestServers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** The guards of the tables hold on a real PostgreSQL: each statement that may lose a race does so without a trace. */
class StoresIT {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Money MONEY = Money.of(1500, "EUR");

    private final Ids ids = new Ids(Instant::now, new Random());
    private JdbcClient jdbc;
    private OrderStore orders;
    private SessionStore sessions;
    private TransactionTemplate transactions;

    @BeforeEach
    void database() {
        var database = TestServers.postgres()
                .fromTemplate(
                        "payonce_schema",
                        empty -> Flyway.configure()
                                .dataSource(empty.jdbcUrl(), PostgresServer.USER, "postgres")
                                .schemas("payonce")
                                .load()
                                .migrate());
        var source = new DriverManagerDataSource(database.jdbcUrl(), PostgresServer.USER, "postgres");
        jdbc = JdbcClient.create(source);
        orders = new OrderStore(jdbc);
        sessions = new SessionStore(jdbc);
        transactions = new TransactionTemplate(new DataSourceTransactionManager(source));
    }

    @Test
    void uniqueIndexStopsASecondActiveSessionOfTwentyAtOnce() throws Exception {
        orders.insertIfAbsent(new OrderId("o-1"), MONEY, ids.nextPayment());
        var start = new CyclicBarrier(20);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var inserts = IntStream.range(0, 20)
                    .mapToObj(i -> (Callable<Boolean>) () -> {
                        start.await(20, TimeUnit.SECONDS);
                        return sessions.insertIfNoneActive(session("o-1"), SOON);
                    })
                    .toList();

            assertThat(threads.invokeAll(inserts).stream()
                            .map(Future::resultNow)
                            .filter(won -> won))
                    .hasSize(1);
        }
        assertThat(sessions.findLatest(new OrderId("o-1"), 50)).hasSize(1);
    }

    @Test
    void sessionIsReadBackAsItWasWritten() {
        var details = new PaymentDetails("https://shop.example/b", "Tea ☕", Map.of("a", "ü"));
        var session = PaymentSession.open(
                ids.nextPayment(), new OrderId("o-1"), Money.of(80, "JPY"), "sandbox", details, Instant.now());
        orders.insertIfAbsent(session.orderId(), session.money(), session.id());
        sessions.insertIfNoneActive(session, SOON);

        var read = sessions.find(session.id()).orElseThrow();

        assertThat(read.details()).isEqualTo(details);
        assertThat(read.money()).isEqualTo(Money.of(80, "JPY"));
        assertThat(read.createdAt())
                .isCloseTo(Instant.now(), org.assertj.core.api.Assertions.within(1, ChronoUnit.MINUTES));
    }

    @Test
    void moveDecidedOnAnOlderStateIsRefused() {
        var session = stored("o-1");
        var registered = next(session, ProviderState.OPEN);
        sessions.move(session, registered, SOON);

        assertThatThrownBy(() -> sessions.move(session, next(session, ProviderState.PAID), SOON))
                .isInstanceOf(LostUpdate.class);
        assertThat(sessions.find(session.id()).orElseThrow().status()).isEqualTo(SessionStatus.REGISTERED);
    }

    @Test
    void moveOfTheStatusAloneIsGuardedLikeAnyOther() {
        var session = stored("o-1");
        var canceling = ((Moved) session.cancel(Instant.now())).next();
        sessions.moveStatus(session, canceling, SOON);

        assertThatThrownBy(() -> sessions.moveStatus(session, canceling, SOON)).isInstanceOf(LostUpdate.class);
        var stored = sessions.find(session.id()).orElseThrow();
        assertThat(stored.status()).isEqualTo(SessionStatus.CANCELING);
        assertThat(stored.version()).isEqualTo(session.version() + 1);
    }

    @Test
    void knownExpiryMovesTheNextLookForward() {
        var session = stored("o-1");
        var soon = Instant.now().plusSeconds(5);
        var seen = new Observation(Source.REGISTER, ProviderState.OPEN, "p1", MONEY, "https://p.example", soon, null);

        sessions.move(session, ((Moved) session.apply(seen, 0, Instant.now())).next(), Duration.ofHours(1));

        var lookIn = jdbc.sql("SELECT extract(epoch FROM next_check_at - now()) FROM payonce.payment_sessions")
                .query(Double.class)
                .single();
        assertThat(lookIn).isBetween(2.0, 7.0);
    }

    @Test
    void finalSessionIsNotLookedAtAgainAndFreesItsOrder() {
        var session = stored("o-1");
        sessions.move(session, next(session, ProviderState.DECLINED), SOON);
        orders.release(session.orderId(), session.id());

        assertThat(sessions.findActive(session.orderId())).isEmpty();
        assertThat(sessions.insertIfNoneActive(session("o-1"), SOON)).isTrue();
    }

    @Test
    void paidOrderIsNeitherPaidAgainNorReopened() {
        var session = stored("o-1");

        assertThat(orders.markPaid(session.orderId(), session.id())).isTrue();
        assertThat(orders.markPaid(session.orderId(), ids.nextPayment())).isFalse();
        assertThatThrownBy(() -> orders.reopen(session.orderId(), MONEY, ids.nextPayment()))
                .isInstanceOf(LostUpdate.class);
    }

    @Test
    void eventWithoutATransactionIsRefused() {
        var outbox = new Outbox(jdbc, new EventJson());

        assertThatThrownBy(() -> outbox.append(event())).isInstanceOf(IllegalStateException.class);
        transactions.executeWithoutResult(transaction -> outbox.append(event()));
        transactions.executeWithoutResult(transaction -> {
            outbox.append(event());
            transaction.setRollbackOnly();
        });

        assertThat(jdbc.sql("SELECT count(*) FROM payonce.outbox")
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }

    @Test
    void statusTakesEffectOnce() {
        var processed = new ProcessedEvents(jdbc);
        var payment = ids.nextPayment();

        assertThat(processed.insertIfAbsent(payment, SessionStatus.COMPLETED, ids.next()))
                .isTrue();
        assertThat(processed.insertIfAbsent(payment, SessionStatus.COMPLETED, ids.next()))
                .isFalse();
        assertThat(processed.insertIfAbsent(payment, SessionStatus.FAILED, ids.next()))
                .isTrue();
    }

    @Test
    void repeatedFactCountsOnOneIncident() {
        var incidents = new Incidents(jdbc, ids);

        assertThat(incidents.raise(Kind.AMOUNT_MISMATCH, "k", ids.nextPayment(), "x".repeat(5000)))
                .isTrue();
        assertThat(incidents.raise(Kind.AMOUNT_MISMATCH, "k", null, "again")).isFalse();
        assertThat(jdbc.sql("SELECT times FROM payonce.incidents")
                        .query(Integer.class)
                        .single())
                .isEqualTo(2);
    }

    @Test
    void outboxRowsLieInThePartitionOfTheirDay() {
        transactions.executeWithoutResult(transaction -> new Outbox(jdbc, new EventJson()).append(event()));

        assertThat(jdbc.sql("SELECT count(*) FROM payonce.outbox_default")
                        .query(Long.class)
                        .single())
                .isZero();
        assertThat(jdbc.sql("SELECT payonce.make_outbox_partitions(3)")
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    @Test
    void hotQueriesUseTheirIndexes() {
        assertThat(plan("SELECT id FROM payonce.payment_sessions WHERE order_id = 'o' AND status IN"
                        + " ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling')"))
                .contains("ux_payment_active_order");
        assertThat(plan("SELECT id FROM payonce.payment_sessions WHERE next_check_at <= now() AND status IN"
                        + " ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling')"
                        + " ORDER BY next_check_at LIMIT 10"))
                .contains("sessions_due_for_a_check");
        assertThat(plan("SELECT id FROM payonce.provider_operations WHERE state = 'Open' AND due_at <= now()"
                        + " ORDER BY due_at LIMIT 10"))
                .contains("operations_due");
    }

    private String plan(String query) {
        return transactions.execute(transaction -> {
            jdbc.sql("SET LOCAL enable_seqscan = off").update();
            return String.join(
                    "\n", jdbc.sql("EXPLAIN " + query).query(String.class).list());
        });
    }

    private PaymentSession session(String order) {
        return PaymentSession.open(
                ids.nextPayment(), new OrderId(order), MONEY, "sandbox", PaymentDetails.NONE, Instant.now());
    }

    private PaymentSession stored(String order) {
        var session = session(order);
        orders.insertIfAbsent(session.orderId(), MONEY, session.id());
        assertThat(sessions.insertIfNoneActive(session, SOON)).isTrue();
        return session;
    }

    private static PaymentSession next(PaymentSession session, ProviderState state) {
        var seen = new Observation(Source.STATUS, state, "p1", MONEY, "https://pay.example/1", null, null);
        return ((Moved) session.apply(seen, 0, Instant.now())).next();
    }

    private Envelope event() {
        var attempt = new Attempt("sandbox", MONEY, null, null);
        return new Envelope(
                ids.next(), ids.nextPayment(), new OrderId("o-1"), 1, Instant.now(), new CheckRequested(attempt), null);
    }
}
