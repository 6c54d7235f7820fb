package io.payonce.schema.store;

import io.payonce.schema.session.Failure;
import io.payonce.schema.session.PaymentDetails;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.session.SessionStatus;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SqlParameterValue;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A row of {@code payment_sessions} as a session. */
final class SessionRow implements RowMapper<PaymentSession> {
    private static final TypeReference<Map<String, String>> METADATA = new TypeReference<>() {};

    private final JsonMapper json = JsonMapper.shared();

    @Override
    public PaymentSession mapRow(ResultSet rs, int row) throws SQLException {
        return new PaymentSession(
                new PaymentId(rs.getObject("id", UUID.class)),
                new OrderId(rs.getString("order_id")),
                Money.of(rs.getLong("amount_minor"), rs.getString("currency")),
                SessionStatus.ofLabel(rs.getString("status")),
                rs.getString("provider"),
                rs.getString("provider_payment_id"),
                rs.getString("pay_url"),
                instant(rs, "expires_at"),
                failure(rs),
                rs.getInt("version"),
                new PaymentDetails(
                        rs.getString("return_url"),
                        rs.getString("description"),
                        json.readValue(rs.getString("metadata"), METADATA)),
                time(rs, "created_at"),
                time(rs, "updated_at"));
    }

    /** Like {@link #mapRow}, but what cannot be read is a value and stops no other row. */
    DueSession mapDue(ResultSet rs, int row) throws SQLException {
        try {
            return new DueSession.Known(mapRow(rs, row));
        } catch (IllegalArgumentException | JacksonException e) {
            return new DueSession.Unreadable(new PaymentId(rs.getObject("id", UUID.class)), e.toString());
        }
    }

    String write(Map<String, String> metadata) {
        return json.writeValueAsString(metadata);
    }

    /** A parameter whose type PostgreSQL knows also when it is null. */
    static SqlParameterValue timestamp(@Nullable Instant time) {
        return new SqlParameterValue(
                Types.TIMESTAMP_WITH_TIMEZONE, time == null ? null : time.atOffset(ZoneOffset.UTC));
    }

    private static @Nullable Failure failure(ResultSet rs) throws SQLException {
        var code = rs.getString("failure_code");
        return code == null ? null : new Failure(code, rs.getString("failure_message"));
    }

    private static @Nullable Instant instant(ResultSet rs, String column) throws SQLException {
        var time = rs.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static Instant time(ResultSet rs, String column) throws SQLException {
        return rs.getObject(column, OffsetDateTime.class).toInstant();
    }
}
