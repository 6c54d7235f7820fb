package io.payonce.command.relay;

import java.net.URI;

/** Where PostgreSQL is, as Debezium wants to be told. */
record DatabaseAddress(String host, int port, String name) {
    private static final String PREFIX = "jdbc:";
    private static final int DEFAULT_PORT = 5432;

    /**
     * Takes a JDBC URL of one host apart.
     *
     * @throws IllegalArgumentException if it is no such URL
     */
    static DatabaseAddress of(String jdbcUrl) {
        if (!jdbcUrl.startsWith(PREFIX)) {
            throw new IllegalArgumentException("not a JDBC URL");
        }
        var url = URI.create(jdbcUrl.substring(PREFIX.length()));
        if (url.getHost() == null || url.getPath() == null || url.getPath().length() < 2) {
            throw new IllegalArgumentException("the relay needs jdbc:postgresql://host:port/database with one host");
        }
        return new DatabaseAddress(
                url.getHost(),
                url.getPort() < 0 ? DEFAULT_PORT : url.getPort(),
                url.getPath().substring(1));
    }
}
