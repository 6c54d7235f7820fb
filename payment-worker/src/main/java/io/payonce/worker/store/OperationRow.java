package io.payonce.worker.store;

import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import io.payonce.worker.operation.NewOperation;
import io.payonce.worker.operation.Operation;
import io.payonce.worker.operation.Operation.Kind;
import io.payonce.worker.operation.Registration;
import io.payonce.worker.operation.Registration.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** A row of {@code provider_operations} as an operation, and back. */
final class OperationRow implements RowMapper<Operation> {
    @Override
    public Operation mapRow(ResultSet rs, int row) throws SQLException {
        return new Operation(
                rs.getObject("id", UUID.class),
                Kind.valueOf(rs.getString("kind").toUpperCase(Locale.ROOT)),
                new PaymentId(rs.getObject("payment_id", UUID.class)),
                new PaymentId(rs.getObject("session_id", UUID.class)),
                new OrderId(rs.getString("order_id")),
                rs.getString("provider"),
                rs.getString("idempotency_key"),
                Money.of(rs.getLong("amount_minor"), rs.getString("currency")),
                rs.getString("description"),
                rs.getString("return_url"),
                rs.getString("provider_payment_id"),
                rs.getString("traceparent"),
                rs.getLong("asked_at"),
                rs.getInt("attempt"),
                rs.getLong("epoch"),
                rs.getObject("sent_at") != null,
                rs.getString("reported") != null);
    }

    static Map<String, @Nullable Object> params(UUID id, NewOperation operation) {
        var params = new HashMap<String, @Nullable Object>();
        params.put("id", id);
        params.put("payment", operation.payment().value());
        params.put("session", operation.session().value());
        params.put("order", operation.order().value());
        params.put("kind", operation.kind().label());
        params.put("provider", operation.provider());
        params.put("key", operation.key());
        params.put("amount", operation.money().amount());
        params.put("currency", operation.money().currency().getCurrencyCode());
        params.put("description", operation.description());
        params.put("returnUrl", operation.returnUrl());
        params.put("traceparent", operation.traceparent());
        params.put("askedAt", operation.askedAt());
        return params;
    }

    static Registration registration(ResultSet rs, int row) throws SQLException {
        var sentMillisAgo = rs.getObject("sent_millis_ago", Long.class);
        return new Registration(
                State.valueOf(rs.getString("state").toUpperCase(Locale.ROOT)),
                rs.getString("outcome"),
                sentMillisAgo == null ? null : Duration.ofMillis(sentMillisAgo),
                rs.getString("provider_payment_id"));
    }
}
