package io.payonce.worker.store;

import io.payonce.worker.operation.Operation;
import io.payonce.worker.operation.ProviderCall;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code provider_calls}: every HTTP call whose round was written down; a crash loses its round's calls. */
@Repository
public class ProviderCalls {
    private final JdbcClient jdbc;

    ProviderCalls(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public void insert(Operation operation, List<ProviderCall> calls) {
        for (var call : calls) {
            jdbc.sql("""
                    INSERT INTO payonce.provider_calls
                           (operation_id, payment_id, call, nonce, started_at, ended_at, result, http_status)
                    VALUES (:operation, :payment, :call, :nonce, :startedAt, :endedAt, :result, :httpStatus)
                    """)
                    .param("operation", operation.id())
                    .param("payment", operation.session().value())
                    .param("call", call.call())
                    .param("nonce", call.nonce())
                    .param("startedAt", call.startedAt().atOffset(ZoneOffset.UTC))
                    .param("endedAt", call.endedAt().atOffset(ZoneOffset.UTC))
                    .param("result", call.result())
                    .param("httpStatus", call.httpStatus())
                    .update();
        }
    }

    /** Deletes the oldest calls as far as they ended that long ago; returns how many, {@code most} at most. */
    public int deleteOlderThan(Duration age, int most) {
        return jdbc.sql("""
                        DELETE FROM payonce.provider_calls
                         WHERE id IN (SELECT id
                                        FROM payonce.provider_calls
                                    ORDER BY id
                                       LIMIT :most)
                           AND ended_at < now() - :age * interval '1 millisecond'
                        """).param("age", age.toMillis()).param("most", most).update();
    }
}
