-- Tables stay as large as what is still needed. The outbox is the owner's: payment-command may only ask for what the
-- functions here allow, and they look at the relay's state themselves.

-- Until when every event is known to have reached the broker; NULL while that is in doubt: a slot that was never
-- known, is gone, cut off or another server's, a gap, or a relay that has confirmed nothing for ten minutes. A state
-- row of a slot that is no longer used keeps everything: delete it by hand once its events are known to be out.
CREATE FUNCTION payonce.outbox_confirmed_until() RETURNS timestamptz
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
    SELECT CASE
             WHEN bool_and(coalesce(
                      state.gap_since IS NULL
                      AND state.updated_at > now() - interval '10 minutes'
                      AND state.system_identifier = (SELECT system_identifier::text FROM pg_control_system())
                      AND slot.confirmed_flush_lsn IS NOT NULL
                      AND slot.wal_status <> 'lost', false))
             THEN min(state.confirmed_at)
           END
      FROM payonce.relay_state AS state
      LEFT JOIN pg_replication_slots AS slot
        ON slot.slot_name = state.slot_name
       AND slot.database = current_database()
$$;

-- Before this nothing is needed any more; NULL while that is in doubt. Three days are kept whatever is asked for: that
-- is what a gap is repaired from. The day between covers a transaction that committed long after it began.
CREATE FUNCTION payonce.outbox_kept_since(days_kept integer) RETURNS timestamptz
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    confirmed timestamptz := payonce.outbox_confirmed_until();
BEGIN
    IF days_kept IS NULL OR days_kept < 3 THEN
        RAISE EXCEPTION 'the outbox is kept for 3 days at least, not for %', days_kept;
    END IF;
    IF confirmed IS NULL THEN
        -- Said apart, because least() passes over NULL.
        RETURN NULL;
    END IF;
    RETURN least(now() - make_interval(days => days_kept), confirmed - interval '1 day');
END
$$;

CREATE FUNCTION payonce.oldest_outbox_partition(OUT name text, OUT ends timestamptz)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp SET datestyle = 'ISO'
    AS $$
    SELECT child.relname::text, bounds.ends
      FROM pg_inherits
      JOIN pg_class AS child
        ON child.oid = inhrelid,
           LATERAL (SELECT substring(pg_get_expr(child.relpartbound, child.oid) FROM 'TO \(''([^'']+)''\)')
                           ::timestamptz AS ends) AS bounds
     WHERE inhparent = 'payonce.outbox'::regclass
       AND bounds.ends IS NOT NULL
  ORDER BY bounds.ends
     LIMIT 1
$$;

-- Drops the oldest partition if nothing in it is needed, and tells its name; NULL if it stays. One at a time, so that
-- writers wait for one drop at most. If the lock is not to be had in two seconds the call fails and is made again.
CREATE FUNCTION payonce.drop_outbox_partition(days_kept integer) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s'
    AS $$
DECLARE
    kept_since timestamptz := payonce.outbox_kept_since(days_kept);
    oldest record;
BEGIN
    IF kept_since IS NULL
       OR NOT pg_try_advisory_xact_lock(hashtextextended('payonce.make_outbox_partitions', 7402)) THEN
        RETURN NULL;
    END IF;
    SELECT name, ends INTO oldest FROM payonce.oldest_outbox_partition();
    IF oldest.ends IS NULL OR oldest.ends > kept_since THEN
        RETURN NULL;
    END IF;
    EXECUTE format('DROP TABLE payonce.%I', oldest.name);
    RETURN oldest.name;
END
$$;

-- The same for rows that found no partition of their day; tells how many went.
CREATE FUNCTION payonce.delete_stray_outbox_rows(days_kept integer, most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s'
    AS $$
DECLARE
    kept_since timestamptz := payonce.outbox_kept_since(days_kept);
    deleted integer;
BEGIN
    DELETE FROM payonce.outbox_default
     WHERE (id, created_at) IN (SELECT id, created_at
                                  FROM payonce.outbox_default
                                 WHERE created_at < kept_since
                                 LIMIT least(most, 10000)
                                   FOR UPDATE SKIP LOCKED);
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN deleted;
END
$$;

-- For the metric: how old the end of the oldest partition is, in seconds; negative while only days ahead are there.
CREATE FUNCTION payonce.oldest_outbox_partition_age() RETURNS double precision
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$ SELECT coalesce(extract(epoch FROM now() - ends), 0) FROM payonce.oldest_outbox_partition() $$;

-- Making a partition locks the default one; writers must not queue behind a wait for that.
ALTER FUNCTION payonce.make_outbox_partitions(integer) SET lock_timeout = '2s';

REVOKE ALL ON FUNCTION payonce.outbox_confirmed_until(), payonce.outbox_kept_since(integer),
    payonce.oldest_outbox_partition(), payonce.drop_outbox_partition(integer),
    payonce.delete_stray_outbox_rows(integer, integer), payonce.oldest_outbox_partition_age() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION payonce.drop_outbox_partition(integer),
    payonce.delete_stray_outbox_rows(integer, integer), payonce.oldest_outbox_partition_age() TO payonce_command;

-- The worker keeps the operations of a session as long as the session is open, and may ask no more about it than this.
CREATE FUNCTION payonce.is_session_over(session uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
    SELECT NOT EXISTS (SELECT
                         FROM payonce.payment_sessions
                        WHERE id = session
                          AND status IN ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling'))
$$;

REVOKE ALL ON FUNCTION payonce.is_session_over(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION payonce.is_session_over(uuid) TO payonce_worker;

CREATE INDEX ended_operations_by_age ON payonce.provider_operations (kind, updated_at) WHERE state = 'Done';

-- A fifth of these tables would be millions of dead rows: look after them in small steps.
ALTER TABLE payonce.idempotency_keys SET (autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE payonce.payment_sessions SET (autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE payonce.provider_operations SET (autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE payonce.provider_calls SET (autovacuum_vacuum_scale_factor = 0.05);
