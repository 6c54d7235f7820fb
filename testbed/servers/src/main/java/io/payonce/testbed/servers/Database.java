package io.payonce.testbed.servers;

/** One database of a server; user {@code postgres} needs no password. */
public record Database(String host, int port, String name) {
    public String jdbcUrl() {
        return "jdbc:postgresql://%s:%d/%s".formatted(host, port, name);
    }
}
