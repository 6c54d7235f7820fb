package io.payonce.testbed.servers;

import org.testcontainers.postgresql.PostgreSQLContainer;

/** The same PostgreSQL from a container; needs a Docker engine. */
final class ContainerPostgresServer implements PostgresServer {
    private final PostgreSQLContainer container = new PostgreSQLContainer("postgres:18.4")
            .withUsername(USER)
            .withPassword(USER)
            .withCommand("postgres -c wal_level=logical -c max_replication_slots=40 -c max_wal_senders=40"
                    + " -c max_connections=300 -c wal_sender_timeout=10s -c timezone=Pacific/Chatham");

    ContainerPostgresServer start() {
        container.withEnv("POSTGRES_HOST_AUTH_METHOD", "trust").start();
        return this;
    }

    @Override
    public String host() {
        return container.getHost();
    }

    @Override
    public int port() {
        return container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT);
    }
}
