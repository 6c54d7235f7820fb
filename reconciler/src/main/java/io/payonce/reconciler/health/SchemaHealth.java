package io.payonce.reconciler.health;

import io.payonce.reconciler.store.Schema;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Whether payment-command has made the tables yet; until then reports wait in their topic. */
@Component("schemaHealthIndicator")
class SchemaHealth implements HealthIndicator {
    private final Schema schema;

    SchemaHealth(Schema schema) {
        this.schema = schema;
    }

    @Override
    public Health health() {
        try {
            return schema.isThere()
                    ? Health.up().build()
                    : Health.down().withDetail("reason", "no tables yet").build();
        } catch (DataAccessException e) {
            return Health.down().withDetail("reason", "no database").build();
        }
    }
}
