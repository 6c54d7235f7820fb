package io.payonce.worker.store;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Makes stores outside of Spring. */
public final class StoresOfTests {
    private StoresOfTests() {}

    public static OperationQueue queue(JdbcClient jdbc) {
        return new OperationQueue(jdbc);
    }

    public static QueueDepth depth(JdbcClient jdbc) {
        return new QueueDepth(jdbc);
    }

    public static EndedOperations ended(JdbcClient jdbc) {
        return new EndedOperations(jdbc);
    }

    public static ProviderCalls calls(JdbcClient jdbc) {
        return new ProviderCalls(jdbc);
    }

    public static NotificationQueue notifications(JdbcClient jdbc) {
        return new NotificationQueue(jdbc);
    }
}
