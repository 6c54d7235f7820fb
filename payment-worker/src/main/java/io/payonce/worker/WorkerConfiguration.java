package io.payonce.worker;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.providers.sandbox.SandboxProvider;
import io.payonce.schema.broker.BrokerHealth;
import io.payonce.schema.broker.DeadLetters;
import io.payonce.schema.point.ArmedPoints;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.store.Outbox;
import io.payonce.schema.store.ProcessedEvents;
import io.payonce.schema.store.StoreConfiguration;
import io.payonce.schema.value.Ids;
import io.payonce.worker.call.Pauses;
import io.payonce.worker.call.ProviderGate;
import io.payonce.worker.call.ProviderHttp;
import io.payonce.worker.call.ProviderLine;
import io.payonce.worker.call.ProviderLines;
import io.payonce.worker.intake.StartWork;
import io.payonce.worker.queue.OperationLoop;
import io.payonce.worker.queue.QueueMetrics;
import io.payonce.worker.queue.RecordResult;
import io.payonce.worker.queue.RunOperation;
import io.payonce.worker.queue.RunOperation.UseCases;
import io.payonce.worker.queue.WakeUp;
import io.payonce.worker.register.RegisterPayment;
import io.payonce.worker.register.RegisterPlan;
import io.payonce.worker.reverse.ReversePayment;
import io.payonce.worker.status.CheckPayment;
import io.payonce.worker.store.OperationQueue;
import io.payonce.worker.store.ProviderCalls;
import io.payonce.worker.store.QueueDepth;
import io.payonce.worker.store.SchemaProbe;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.support.TransactionTemplate;

/** How the parts are put together; the only place that asks the system for time and randomness. */
@Configuration(proxyBeanMethods = false)
@Import({StoreConfiguration.class, BrokerHealth.class, DeadLetters.class})
@EnableScheduling
class WorkerConfiguration {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    RandomGenerator random() {
        return new SecureRandom();
    }

    @Bean
    Ids ids(Clock clock, RandomGenerator random) {
        return new Ids(clock, random);
    }

    @Bean
    @ConditionalOnMissingBean
    Checkpoint checkpoint(@Value("${PAYONCE_ARMED_POINTS:}") String folder) {
        return ArmedPoints.in(folder);
    }

    @Bean
    WakeUp wakeUp() {
        return new WakeUp();
    }

    @Bean(destroyMethod = "stop")
    Pauses pauses() {
        return new Pauses();
    }

    @Bean
    ProviderHttp providerHttp(WorkerProperties properties, Checkpoint checkpoint) {
        return new ProviderHttp(properties.connectTimeout(), checkpoint);
    }

    @Bean
    ProviderLine.Settings lineSettings(
            WorkerProperties properties, SandboxProperties sandbox, Clock clock, Ids ids, MeterRegistry meters) {
        return new ProviderLine.Settings(
                properties.callTimeout(), sandbox.callbackBaseUrl().toString(), clock, ids, meters);
    }

    @Bean
    ProviderLines providerLines(
            SandboxProperties sandbox, WorkerProperties properties, ProviderHttp http, ProviderLine.Settings settings) {
        var provider = new SandboxProvider(sandbox.url(), sandbox.apiKey(), sandbox.secret());
        var gate = new ProviderGate(provider.name(), properties.limits());
        return new ProviderLines(Map.of(provider.name(), new ProviderLine(provider, gate, http, settings)));
    }

    @Bean
    UseCases useCases(ProviderLines lines, OperationQueue queue, WorkerProperties properties, RandomGenerator random) {
        return new UseCases(
                new RegisterPayment(lines, queue, RegisterPlan.STANDARD, properties.leaseTime(), random),
                new CheckPayment(lines, queue),
                new ReversePayment(lines, queue));
    }

    @Bean
    RecordResult.Tools recordTools(Ids ids, Clock clock, Checkpoint checkpoint) {
        return new RecordResult.Tools(ids, clock, checkpoint);
    }

    @Bean
    RecordResult recordResult(
            OperationQueue queue,
            ProviderCalls calls,
            ProcessedEvents processed,
            Outbox outbox,
            TransactionTemplate transactions,
            RecordResult.Tools tools) {
        return new RecordResult(queue, calls, processed, outbox, transactions, tools);
    }

    @Bean
    RunOperation runOperation(
            UseCases useCases,
            RecordResult record,
            WorkerProperties properties,
            Pauses pauses,
            Checkpoint checkpoint,
            MeterRegistry meters) {
        return new RunOperation(useCases, record, properties.budget(), pauses, checkpoint, meters);
    }

    @Bean
    OperationLoop.Tools loopTools(TransactionTemplate transactions, Pauses pauses, WorkerProperties properties) {
        return new OperationLoop.Tools(
                transactions, pauses, properties.leaseTime(), properties.pollInterval(), properties.operationsMax());
    }

    @Bean
    OperationLoop operationLoop(
            OperationQueue queue, ProviderLines lines, RunOperation run, WakeUp wakeUp, OperationLoop.Tools tools) {
        return new OperationLoop(queue, lines, run, wakeUp, tools);
    }

    @Bean
    QueueMetrics queueMetrics(QueueDepth depth, ProviderLines lines, MeterRegistry meters) {
        return new QueueMetrics(depth, lines, meters);
    }

    @Bean
    StartWork startWork(
            SchemaProbe schema,
            OperationLoop loop,
            KafkaListenerEndpointRegistry listeners,
            Pauses pauses,
            WorkerProperties properties) {
        return new StartWork(schema, loop, listeners, pauses, properties.schemaWait());
    }
}
