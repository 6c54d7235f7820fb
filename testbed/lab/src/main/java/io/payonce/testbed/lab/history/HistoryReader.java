package io.payonce.testbed.lab.history;

import io.payonce.testbed.lab.history.ClientCall.Kind;
import io.payonce.testbed.lab.stack.Http;
import io.payonce.testbed.lab.stack.LabStack;
import java.sql.SQLException;
import java.util.List;

/** Collects a history of a stack that is at rest; nothing may move while it reads. */
public final class HistoryReader {
    /** The local defaults of every secret the services hold. */
    private static final List<String> KEYS = List.of(
            "local-sandbox-key",
            "local-sandbox-secret",
            "local-callback-secret",
            "bG9jYWwtd2ViaG9vay1zZWNyZXQ",
            "local-dev-key");

    private final LabStack stack;
    private final Http http;

    public HistoryReader(LabStack stack, Http http) {
        this.stack = stack;
        this.http = http;
    }

    /**
     * Reads everything.
     *
     * @param client what the load has seen
     * @param topics read on to their ends
     */
    public History read(List<ClientCall> client, TopicReader topics, Rest rest) {
        var codes = client.stream()
                .filter(call -> call.kind() == Kind.CANCEL_CODE && call.isSuccess())
                .map(call -> call.text("code"))
                .filter(code -> code.matches("[0-9]{6}"))
                .distinct()
                .toList();
        topics.catchUp();
        return new History(
                client,
                new ProviderReader(http, stack.sandbox()).read(),
                tables(),
                topics.read(topics.lags()),
                rest,
                new LogReader(stack.data().resolve("logs")).read(KEYS, codes));
    }

    private Tables tables() {
        try (var connection = stack.connect()) {
            return new TableReader(connection).read();
        } catch (SQLException e) {
            throw new IllegalStateException("the tables cannot be read", e);
        }
    }
}
