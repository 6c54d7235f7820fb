package io.payonce.schema.store;

import io.payonce.schema.event.EventJson;
import io.payonce.schema.value.Ids;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The stores that services share; a service imports it and brings {@link Ids} and a database. */
@Configuration(proxyBeanMethods = false)
public class StoreConfiguration {
    @Bean
    EventJson eventJson() {
        return new EventJson();
    }

    @Bean
    InitializingBean errorsOfPostgres(JdbcTemplate jdbc) {
        return () -> jdbc.setExceptionTranslator(new PostgresErrors());
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
    HousekeepingTurn housekeepingTurn(JdbcClient jdbc) {
        return new HousekeepingTurn(jdbc);
    }

    @Bean
    TransactionTemplate transactions(PlatformTransactionManager manager) {
        return new TransactionTemplate(manager);
    }
}
