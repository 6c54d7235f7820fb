package io.payonce.worker;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.payonce.providers.sandbox.SandboxProvider;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.event.Reading;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.store.Outbox;
import io.payonce.schema.store.ProcessedEvents;
import io.payonce.schema.value.PaymentId;
import io.payonce.worker.call.Pauses;
import io.payonce.worker.call.ProviderGate;
import io.payonce.worker.call.ProviderHttp;
import io.payonce.worker.call.ProviderLimits;
import io.payonce.worker.call.ProviderLine;
import io.payonce.worker.call.ProviderLines;
import io.payonce.worker.operation.NewOperation;
import io.payonce.worker.queue.OperationLoop;
import io.payonce.worker.queue.RecordResult;
import io.payonce.worker.queue.RunOperation;
import io.payonce.worker.queue.RunOperation.UseCases;
import io.payonce.worker.queue.WakeUp;
import io.payonce.worker.register.RegisterPayment;
import io.payonce.worker.register.RegisterPlan;
import io.payonce.worker.reverse.ReversePayment;
import io.payonce.worker.status.CheckPayment;
import io.payonce.worker.store.OperationQueue;
import io.payonce.worker.store.StoresOfTests;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** The worker without Kafka and Spring: a queue, a loop and a provider at the given address, with short pauses. */
public final class Workbench implements AutoCloseable {
    public static final Duration LEASE = Duration.ofSeconds(30);
    private static final RegisterPlan SHORT_PLAN = new RegisterPlan(
            List.of(Duration.ofMillis(100), Duration.ofMillis(200)), Duration.ofMillis(300), Duration.ofMillis(20));

    private final WorkerDatabase database;
    private final ProviderHttp http;
    private final Pauses pauses = new Pauses();
    private final ProviderGate gate;
    private final OperationQueue queue;
    private final OperationLoop loop;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    public Workbench(WorkerDatabase database, URI provider, Checkpoint checkpoint) {
        this(database, provider, checkpoint, new ProviderLimits(8, 500, 50, 80, Duration.ofSeconds(2), 5));
    }

    public Workbench(WorkerDatabase database, URI provider, Checkpoint checkpoint, ProviderLimits limits) {
        this.database = database;
        this.queue = StoresOfTests.queue(database.jdbc());
        this.http = new ProviderHttp(Duration.ofSeconds(1), checkpoint);
        this.gate = new ProviderGate(SandboxProvider.NAME, limits);
        var lines = new ProviderLines(Map.of(
                SandboxProvider.NAME,
                new ProviderLine(
                        new SandboxProvider(provider, "local-sandbox-key", "local-sandbox-secret"),
                        gate,
                        http,
                        new ProviderLine.Settings(
                                Duration.ofSeconds(1), "http://127.0.0.1:9", Some.CLOCK, Some.IDS, meters))));
        var record = new RecordResult(
                queue,
                StoresOfTests.calls(database.jdbc()),
                new ProcessedEvents(database.jdbc()),
                new Outbox(database.jdbc(), new EventJson()),
                database.transactions(),
                new RecordResult.Tools(Some.IDS, Some.CLOCK, checkpoint));
        var useCases = new UseCases(
                new RegisterPayment(lines, queue, SHORT_PLAN, LEASE, RandomGenerator.getDefault()),
                new CheckPayment(lines, queue),
                new ReversePayment(lines, queue));
        this.loop = new OperationLoop(
                queue,
                lines,
                new RunOperation(useCases, record, Duration.ofSeconds(4), pauses, checkpoint, meters),
                new WakeUp(),
                new OperationLoop.Tools(database.transactions(), pauses, LEASE, Duration.ofMillis(200), 64));
    }

    public OperationQueue queue() {
        return queue;
    }

    public OperationLoop loop() {
        return loop;
    }

    public ProviderGate gate() {
        return gate;
    }

    public SimpleMeterRegistry meters() {
        return meters;
    }

    public PaymentId add(NewOperation operation) {
        queue.insertIfAbsent(Some.IDS.next(), operation);
        return operation.session();
    }

    /** Runs due operations until none is open and due any more. */
    public void runAllDue() {
        await(() -> {
            loop.runOnce();
            return database.count("provider_operations WHERE state = 'Open' AND due_at <= now()") == 0;
        });
    }

    /** Lets time pass for what waits in the queue and for what was sent. */
    public void later(Duration by) {
        database.superuser().sql("""
                UPDATE payonce.provider_operations
                   SET due_at = due_at - :by * interval '1 millisecond',
                       sent_at = sent_at - :by * interval '1 millisecond',
                       lease_until = lease_until - :by * interval '1 millisecond'
                """).param("by", by.toMillis()).update();
    }

    public String outcome(PaymentId session, String kind) {
        return database.superuser()
                .sql("""
                        SELECT state || ' ' || COALESCE(outcome, '-')
                          FROM payonce.provider_operations
                         WHERE session_id = :session
                           AND kind = :kind
                        """)
                .param("session", session.value())
                .param("kind", kind)
                .query(String.class)
                .single();
    }

    /** The reports about the session in the order they were made. */
    public List<ProviderReported> reports(PaymentId session) {
        return database
                .superuser()
                .sql("SELECT payload FROM payonce.outbox WHERE message_key = :session ORDER BY created_at, id")
                .param("session", session.toString())
                .query(String.class)
                .list()
                .stream()
                .map(Workbench::envelope)
                .map(envelope -> (ProviderReported) envelope.event())
                .toList();
    }

    private static Envelope envelope(String payload) {
        return ((Reading.Read) new EventJson().read(payload.getBytes(StandardCharsets.UTF_8))).envelope();
    }

    public static void await(BooleanSupplier condition) {
        var deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within 20 s");
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    @Override
    public void close() {
        loop.stop();
        http.close();
    }
}
