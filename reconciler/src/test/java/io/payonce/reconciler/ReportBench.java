package io.payonce.reconciler;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.event.Topics;
import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.PaymentDetails;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.ProviderState;
import io.payonce.schema.store.OrderStore;
import io.payonce.schema.store.SessionStore;
import io.payonce.schema.value.Ids;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.testbed.servers.Database;
import io.payonce.testbed.servers.PostgresServer;
import io.payonce.testbed.servers.TestServers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;

/** A database with sessions to report about, and what became of them. */
public final class ReportBench {
    public static final Money MONEY = Money.of(1500, "EUR");
    private static final int CONNECTIONS_MAX = 8;

    private final Database database = TestServers.postgres()
            .fromTemplate(
                    "payonce_schema",
                    empty -> Flyway.configure()
                            .dataSource(empty.jdbcUrl(), PostgresServer.USER, "postgres")
                            .schemas("payonce")
                            .load()
                            .migrate());
    private final JdbcClient jdbc = JdbcClient.create(pool(database));
    private final Ids ids = new Ids(Instant::now, new Random());

    /** A bench asks thousands of questions; a connection for each would take longer than the test. */
    private static DataSource pool(Database database) {
        var pool = new HikariDataSource();
        pool.setJdbcUrl(database.jdbcUrl());
        pool.setUsername(PostgresServer.USER);
        pool.setPassword("postgres");
        pool.setMaximumPoolSize(CONNECTIONS_MAX);
        pool.setMinimumIdle(0);
        return pool;
    }

    public void describe(DynamicPropertyRegistry properties) {
        makeTopics();
        properties.add("PAYONCE_DB_URL", database::jdbcUrl);
        properties.add("PAYONCE_KAFKA", () -> TestServers.kafka().bootstrapServers());
        properties.add("spring.kafka.consumer.group-id", database::name);
    }

    private static void makeTopics() {
        try (var admin =
                Admin.create(Map.of("bootstrap.servers", TestServers.kafka().bootstrapServers()))) {
            var known = admin.listTopics().names().get(30, TimeUnit.SECONDS);
            var missing = Stream.of(Topics.PROVIDER_REPORTS, Topics.deadLetters(Topics.PROVIDER_REPORTS))
                    .filter(topic -> !known.contains(topic))
                    .map(topic -> new NewTopic(topic, Optional.of(Topics.PARTITIONS), Optional.empty()))
                    .toList();
            admin.createTopics(missing).all().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    public Ids ids() {
        return ids;
    }

    public Envelope report(PaymentSession session, Source source, ProviderState state, @Nullable Money money) {
        return report(session, new Asked(source, 0, null), state, money);
    }

    /**
     * How a report came to be.
     *
     * @param version of the session that was asked about
     * @param operation the money operation of the call
     */
    public record Asked(
            Source source, long version, @Nullable String operation) {}

    public Envelope report(PaymentSession session, Asked asked, ProviderState state, @Nullable Money money) {
        var seen =
                new Observation(asked.source(), state, "p-" + session.id(), money, "https://pay.example", null, null);
        return new Envelope(
                ids.next(),
                session.id(),
                session.orderId(),
                asked.version(),
                Instant.now(),
                new ProviderReported("sandbox", seen, asked.operation(), null),
                null);
    }

    /** A new session of a new order, still registering. */
    public PaymentSession stored() {
        var id = ids.nextPayment();
        var session =
                PaymentSession.open(id, new OrderId("o-" + id), MONEY, "sandbox", PaymentDetails.NONE, Instant.now());
        new OrderStore(jdbc).insertIfAbsent(session.orderId(), MONEY, id);
        assertThat(new SessionStore(jdbc).insertIfNoneActive(session, Duration.ofMinutes(1)))
                .isTrue();
        return session;
    }

    public String status(PaymentSession session) {
        return texts("SELECT status FROM payonce.payment_sessions WHERE id = :id", session)
                .getFirst();
    }

    public long version(PaymentSession session) {
        return Long.parseLong(texts("SELECT version::text FROM payonce.payment_sessions WHERE id = :id", session)
                .getFirst());
    }

    /** {@code Paid}, {@code AwaitingPayment}, and "free" behind it when no payment is active. */
    public String orderStatus(PaymentSession session) {
        return jdbc.sql("""
                        SELECT status || CASE WHEN active_payment_id IS NULL THEN ' free' ELSE '' END
                          FROM payonce.orders
                         WHERE id = :id
                        """)
                .param("id", session.orderId().value())
                .query(String.class)
                .single();
    }

    public List<String> events(PaymentSession session) {
        return texts(
                "SELECT type FROM payonce.outbox WHERE payload->>'payment_id' = CAST(:id AS text) ORDER BY created_at",
                session);
    }

    public List<String> processed(PaymentSession session) {
        return texts("SELECT status FROM payonce.processed_events WHERE payment_id = :id", session);
    }

    public List<String> incidents(PaymentSession session) {
        return texts("SELECT kind FROM payonce.incidents WHERE payment_id = :id", session);
    }

    public long entries(PaymentSession session) {
        return texts("SELECT id::text FROM payonce.accounting_entries WHERE payment_id = :id", session)
                .size();
    }

    public List<String> entryTypes(PaymentSession session) {
        return texts("SELECT entry_type FROM payonce.accounting_entries WHERE payment_id = :id ORDER BY id", session);
    }

    /** The state of the late payment; empty if there is none. */
    public String late(PaymentSession session) {
        return texts("SELECT state FROM payonce.late_payments WHERE payment_id = :id", session).stream()
                .findFirst()
                .orElse("");
    }

    public String lateOperation(PaymentSession session) {
        return texts("SELECT operation_id::text FROM payonce.late_payments WHERE payment_id = :id", session)
                .getFirst();
    }

    public String url() {
        return database.jdbcUrl();
    }

    public JdbcClient jdbc() {
        return jdbc;
    }

    public void assertPaidOnce(PaymentSession session) {
        assertThat(status(session)).isEqualTo("Completed");
        assertThat(entries(session)).isEqualTo(1);
        assertThat(events(session)).containsOnlyOnce("payment.completed");
        assertThat(processed(session)).containsOnlyOnce("Completed");
        assertThat(orderStatus(session)).isEqualTo("Paid");
    }

    private List<String> texts(String sql, PaymentSession session) {
        return jdbc.sql(sql)
                .param("id", session.id().value())
                .query(String.class)
                .list();
    }
}
