package io.payonce.command.relay;

import io.payonce.command.store.ReplicationSlot;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** What the relay needs beside the service's own connections. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class RelayConfiguration {
    @Bean
    ReplicationSlot replicationSlot(DataSourceProperties database, RelayProperties relay) {
        return new ReplicationSlot(database.determineUrl(), relay.user(), relay.password());
    }

    @Bean
    DatabaseAddress databaseAddress(DataSourceProperties database) {
        return DatabaseAddress.of(database.determineUrl());
    }
}
