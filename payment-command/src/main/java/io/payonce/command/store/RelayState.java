package io.payonce.command.store;

import io.payonce.command.store.ReplicationSlot.Slot;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code relay_state}: what the relay last knew of its slot. */
@Repository
public class RelayState {
    private final JdbcClient jdbc;

    RelayState(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Remembers a slot that is seen for the first time. */
    public void insertIfAbsent(String name, Slot slot, String systemIdentifier) {
        jdbc.sql("""
                INSERT INTO payonce.relay_state
                       (slot_name, system_identifier, created_lsn, confirmed_lsn, confirmed_at)
                VALUES (:name, :system, CAST(:lsn AS pg_lsn), CAST(:lsn AS pg_lsn), now())
                    ON CONFLICT (slot_name) DO NOTHING
                """)
                .param("name", name)
                .param("system", systemIdentifier)
                .param("lsn", slot.confirmedLsn())
                .update();
    }

    /**
     * Moves the confirmed position forward; never back, whoever writes last. A process that was paused between its look
     * and this write says what was true then, and no more.
     *
     * @param deliveredUntil everything written until then, by the database's clock, is delivered
     */
    public void confirm(String name, Slot slot, Instant deliveredUntil) {
        jdbc.sql("""
                UPDATE payonce.relay_state
                   SET confirmed_lsn = CAST(:lsn AS pg_lsn), updated_at = now(),
                       confirmed_at = GREATEST(confirmed_at, :until)
                 WHERE slot_name = :name
                   AND confirmed_lsn <= CAST(:lsn AS pg_lsn)
                   AND gap_since IS NULL
                """)
                .param("name", name)
                .param("lsn", slot.confirmedLsn())
                .param("until", deliveredUntil.atOffset(ZoneOffset.UTC))
                .update();
    }

    /** Lets one instance at a time look after the slot; ends with the caller's transaction. */
    public void serialize(String name) {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended(:name, 7403))")
                .param("name", name)
                .query((rs, row) -> true)
                .single();
    }

    /** Writes down that the slot lost its place; false if it was never known or the gap is known already. */
    public boolean markGap(String name) {
        return jdbc.sql("""
                        UPDATE payonce.relay_state
                           SET gap_since = confirmed_at, updated_at = now()
                         WHERE slot_name = :name
                           AND gap_since IS NULL
                        """).param("name", name).update() == 1;
    }

    public boolean isKnown(String name) {
        return jdbc.sql("SELECT count(*) = 1 FROM payonce.relay_state WHERE slot_name = :name")
                .param("name", name)
                .query(Boolean.class)
                .single();
    }

    public boolean hasGap(String name) {
        return jdbc.sql("SELECT gap_since IS NOT NULL FROM payonce.relay_state WHERE slot_name = :name")
                .param("name", name)
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }

    /** Where the open gap begins, by the database's clock; empty without a gap. */
    public Optional<Instant> gapSince(String name) {
        return jdbc.sql("""
                        SELECT gap_since
                          FROM payonce.relay_state
                         WHERE slot_name = :name
                           AND gap_since IS NOT NULL
                        """)
                .param("name", name)
                .query((rs, row) -> rs.getObject(1, OffsetDateTime.class).toInstant())
                .optional();
    }

    /** Whether the slot stands further than any relay was seen to bring it. */
    public boolean isBehind(String name, Slot slot) {
        return jdbc.sql("""
                        SELECT confirmed_lsn < CAST(:lsn AS pg_lsn)
                          FROM payonce.relay_state
                         WHERE slot_name = :name
                        """)
                .param("name", name)
                .param("lsn", slot.confirmedLsn())
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }

    public String systemIdentifier(String name) {
        return jdbc.sql("SELECT system_identifier FROM payonce.relay_state WHERE slot_name = :name")
                .param("name", name)
                .query(String.class)
                .single();
    }

    /**
     * The gap is repaired; from here on the new slot's position counts. False if it is not this gap that is open: a
     * repair that was paused must not close the gap after its own.
     */
    public boolean closeGap(String name, Instant since, Slot slot, String systemIdentifier) {
        return jdbc.sql("""
                UPDATE payonce.relay_state
                   SET gap_since = NULL, system_identifier = :system, created_lsn = CAST(:lsn AS pg_lsn),
                       confirmed_lsn = CAST(:lsn AS pg_lsn), confirmed_at = now(), updated_at = now()
                 WHERE slot_name = :name
                   AND gap_since = :since
                """)
                        .param("name", name)
                        .param("since", since.atOffset(ZoneOffset.UTC))
                        .param("system", systemIdentifier)
                        .param("lsn", slot.confirmedLsn())
                        .update()
                == 1;
    }
}
