package io.payonce.testbed.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The shared servers are there for whoever asks, and are the same for everybody of one build. */
class SharedServersIT {
    @Test
    void postgresLivesInAHostileTimeZoneAndDecodesItsLog() throws SQLException {
        var database = TestServers.postgres().freshDatabase("fresh");

        try (var connection = TestServers.postgres().connect(database.name());
                var statement = connection.createStatement();
                var row = statement.executeQuery(
                        "SELECT current_setting('wal_level'), current_setting('log_timezone')")) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("logical");
        }
    }

    @Test
    void kafkaAnswers() {
        TestServers.kafka().deleteAllTopics();

        assertThat(TestServers.kafka().bootstrapServers()).contains(":");
    }
}
