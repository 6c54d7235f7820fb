-- One login role per service, so that each can touch only what it owns. Passwords are the deployment's business:
-- roles made here have none, and a role that exists is left as it is.
DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['payonce_command', 'payonce_worker', 'payonce_reconciler', 'payonce_relay'] LOOP
        BEGIN
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
                EXECUTE format('CREATE ROLE %I LOGIN', wanted);
            END IF;
        EXCEPTION
            -- Roles belong to the whole server: another database's migration may have been quicker.
            WHEN duplicate_object OR unique_violation THEN NULL;
        END;
    END LOOP;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'payonce_relay' AND rolreplication) THEN
        ALTER ROLE payonce_relay REPLICATION;
    END IF;
    -- A hung client must not hold a lock for ever, and a lock queue must not grow for ever.
    FOREACH wanted IN ARRAY ARRAY['payonce_command', 'payonce_worker', 'payonce_reconciler'] LOOP
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET lock_timeout = %L', wanted, current_database(), '8s');
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = %L', wanted, current_database(), '10s');
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET idle_in_transaction_session_timeout = %L',
                       wanted, current_database(), '15s');
    END LOOP;
END
$$;

GRANT USAGE ON SCHEMA payonce TO payonce_command, payonce_worker, payonce_reconciler, payonce_relay;
