package io.payonce.reconciler;

import io.payonce.schema.event.EventJson;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.store.Incidents;
import io.payonce.schema.store.OrderStore;
import io.payonce.schema.store.Outbox;
import io.payonce.schema.store.ProcessedEvents;
import io.payonce.schema.store.SessionStore;
import io.payonce.schema.value.Ids;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The shared pieces; the only place that asks the system for time and randomness. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class ReconcilerConfiguration {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Ids ids(Clock clock) {
        return new Ids(clock, new SecureRandom());
    }

    @Bean
    EventJson eventJson() {
        return new EventJson();
    }

    @Bean
    @ConditionalOnMissingBean
    Checkpoint checkpoint() {
        return Checkpoint.NONE;
    }

    @Bean
    OrderStore orderStore(JdbcClient jdbc) {
        return new OrderStore(jdbc);
    }

    @Bean
    SessionStore sessionStore(JdbcClient jdbc) {
        return new SessionStore(jdbc);
    }

    @Bean
    ProcessedEvents processedEvents(JdbcClient jdbc) {
        return new ProcessedEvents(jdbc);
    }

    @Bean
    Outbox outbox(JdbcClient jdbc, EventJson eventJson) {
        return new Outbox(jdbc, eventJson);
    }

    @Bean
    Incidents incidents(JdbcClient jdbc, Ids ids) {
        return new Incidents(jdbc, ids);
    }

    @Bean
    TransactionTemplate transactions(PlatformTransactionManager manager) {
        return new TransactionTemplate(manager);
    }
}
