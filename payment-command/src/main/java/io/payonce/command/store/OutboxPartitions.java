package io.payonce.command.store;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The days of the outbox. They are the owner's; its functions do what is asked only if the relay has confirmed every
 * row concerned and no gap is open.
 */
@Repository
public class OutboxPartitions {
    private final JdbcClient jdbc;

    OutboxPartitions(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Makes the partitions of today and the days ahead that are missing; returns how many. */
    public int makeAhead(int days) {
        return jdbc.sql("SELECT payonce.make_outbox_partitions(:days)")
                .param("days", days)
                .query(Integer.class)
                .single();
    }

    /** Drops the oldest partition if nothing in it is needed; its name, or empty if it stays. */
    public Optional<String> dropOldest(int daysKept) {
        return jdbc.sql("SELECT payonce.drop_outbox_partition(:days)")
                .param("days", daysKept)
                .query((rs, row) -> Optional.ofNullable(rs.getString(1)))
                .single();
    }

    /** Deletes what found no partition of its day and is not needed either; returns how many rows. */
    public int deleteStray(int daysKept, int most) {
        return jdbc.sql("SELECT payonce.delete_stray_outbox_rows(:days, :most)")
                .param("days", daysKept)
                .param("most", most)
                .query(Integer.class)
                .single();
    }

    /** How long ago the oldest partition's day ended, in seconds; negative while its day is not over. */
    public double oldestAgeSeconds() {
        return jdbc.sql("SELECT payonce.oldest_outbox_partition_age()")
                .query(Double.class)
                .single();
    }
}
