-- What a person must know: money that does not fit, reports nobody asked for, gaps in the relay.
CREATE TABLE payonce.incidents (
    id         uuid NOT NULL,
    kind       text NOT NULL,
    dedupe_key text NOT NULL,
    payment_id uuid,
    detail     text NOT NULL,
    times      integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_at    timestamptz NOT NULL DEFAULT now(),
    closed_at  timestamptz,
    CONSTRAINT incidents_pkey PRIMARY KEY (id)
);

-- A repeated fact raises the count of its row instead of flooding the table.
CREATE UNIQUE INDEX one_open_incident_per_fact ON payonce.incidents (kind, dedupe_key) WHERE closed_at IS NULL;

CREATE INDEX incidents_of_a_payment ON payonce.incidents (payment_id) WHERE payment_id IS NOT NULL;

GRANT SELECT, INSERT ON payonce.incidents TO payonce_command, payonce_reconciler;
GRANT UPDATE (times, detail, last_at, closed_at) ON payonce.incidents TO payonce_command, payonce_reconciler;
