package io.payonce.schema.store;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.SQLStateSQLExceptionTranslator;

/**
 * Knows that a lock that could not be had in time (SQLSTATE 55P03) is a reason to try again. Spring's own translation
 * takes it for an error without a category, which looks like a bug: 500 for a client, dead letter for a record.
 */
public final class PostgresErrors extends SQLStateSQLExceptionTranslator {
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    @Override
    protected @Nullable DataAccessException doTranslate(String task, @Nullable String sql, SQLException failure) {
        return LOCK_NOT_AVAILABLE.equals(failure.getSQLState())
                ? new CannotAcquireLockException(buildMessage(task, sql, failure), failure)
                : super.doTranslate(task, sql, failure);
    }
}
