-- The stored answer of each client key: a repeat gets the same answer (promise P4).
CREATE TABLE payonce.idempotency_keys (
    client_id       text NOT NULL,
    key             text COLLATE "C" NOT NULL,
    fingerprint     bytea NOT NULL,
    status          text NOT NULL,
    payment_id      uuid NOT NULL,
    response_status integer,
    response_body   json,
    lease_until     timestamptz,
    created_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (client_id, key),
    CONSTRAINT key_status_is_known CHECK (status IN ('Processing', 'Succeeded', 'Failed')),
    CONSTRAINT finished_key_has_an_answer CHECK
        ((status = 'Processing') = (response_status IS NULL) AND (response_status IS NULL) = (response_body IS NULL)),
    CONSTRAINT processing_key_has_an_owner CHECK ((status = 'Processing') = (lease_until IS NOT NULL))
);

CREATE INDEX keys_by_age ON payonce.idempotency_keys (created_at);

CREATE INDEX keys_in_processing ON payonce.idempotency_keys (lease_until) WHERE status = 'Processing';

GRANT SELECT, INSERT, DELETE ON payonce.idempotency_keys TO payonce_command;
GRANT UPDATE (status, payment_id, response_status, response_body, lease_until)
    ON payonce.idempotency_keys TO payonce_command;
