-- Events leave in the transaction of their cause; Debezium reads the inserts from the WAL, so nothing is ever updated.
CREATE TABLE payonce.outbox (
    id          uuid NOT NULL,
    topic       text NOT NULL,
    message_key text NOT NULL,
    type        text NOT NULL,
    payload     json NOT NULL,
    headers     json NOT NULL DEFAULT '{}',
    sequence    bigint NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT outbox_pkey PRIMARY KEY (id, created_at)
) PARTITION BY RANGE (created_at);

-- Catches a row when nobody made the day's partition; an event is never refused for housekeeping's sake.
CREATE TABLE payonce.outbox_default PARTITION OF payonce.outbox DEFAULT;

-- Makes the partitions of today and the days ahead (UTC days). A day whose rows already fell into the default
-- partition stays there; its rows are as safe as any.
CREATE FUNCTION payonce.make_outbox_partitions(days_ahead integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    first_day date := (now() AT TIME ZONE 'UTC')::date;
    day date;
    name text;
    made integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('payonce.make_outbox_partitions', 7402));
    FOR ahead IN 0 .. least(days_ahead, 60) LOOP
        day := first_day + ahead;
        name := 'outbox_' || to_char(day, 'YYYYMMDD');
        IF to_regclass('payonce.' || name) IS NULL THEN
            BEGIN
                EXECUTE format('CREATE TABLE payonce.%I PARTITION OF payonce.outbox FOR VALUES FROM (%L) TO (%L)',
                               name, day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00');
                made := made + 1;
            EXCEPTION
                WHEN check_violation THEN NULL;
            END;
        END IF;
    END LOOP;
    RETURN made;
END
$$;

SELECT payonce.make_outbox_partitions(7);

CREATE PUBLICATION payonce_outbox FOR TABLE payonce.outbox
    WITH (publish = 'insert', publish_via_partition_root = true);

REVOKE ALL ON FUNCTION payonce.make_outbox_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION payonce.make_outbox_partitions(integer) TO payonce_command;
GRANT INSERT ON payonce.outbox TO payonce_command, payonce_worker, payonce_reconciler;
GRANT SELECT ON payonce.outbox TO payonce_command, payonce_relay;
