-- The worker's durable queue: what is to be asked of a provider, written before the first byte is sent, and each call.
CREATE TABLE payonce.provider_operations (
    id                  uuid NOT NULL,
    payment_id          uuid NOT NULL,
    session_id          uuid NOT NULL,
    order_id            text COLLATE "C" NOT NULL,
    kind                text NOT NULL,
    state               text NOT NULL,
    provider            text NOT NULL,
    idempotency_key     text NOT NULL,
    amount_minor        bigint NOT NULL,
    currency            text NOT NULL,
    description         text,
    return_url          text,
    provider_payment_id text,
    attempt             integer NOT NULL DEFAULT 0,
    sent_at             timestamptz,
    reported            text,
    due_at              timestamptz NOT NULL DEFAULT now(),
    lease_until         timestamptz,
    epoch               bigint NOT NULL DEFAULT 0,
    outcome             text,
    traceparent         text,
    created_at          timestamptz NOT NULL DEFAULT now(),
    updated_at          timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT provider_operations_pkey PRIMARY KEY (id),
    CONSTRAINT operation_kind_is_known CHECK (kind IN ('register', 'reverse', 'check')),
    CONSTRAINT operation_state_is_known CHECK (state IN ('Open', 'Done', 'Replaced')),
    CONSTRAINT ended_operation_has_an_outcome CHECK ((state = 'Open') = (outcome IS NULL))
) WITH (fillfactor = 70);

-- payment_id is the money operation (a late reversal has its own); session_id is the payment it belongs to.
CREATE UNIQUE INDEX one_operation_per_kind ON payonce.provider_operations (payment_id, kind)
    WHERE kind IN ('register', 'reverse');

CREATE UNIQUE INDEX one_open_check_per_payment ON payonce.provider_operations (payment_id)
    WHERE kind = 'check' AND state = 'Open';

CREATE INDEX operations_due ON payonce.provider_operations (due_at) WHERE state = 'Open';

CREATE INDEX open_operations_of_a_session ON payonce.provider_operations (session_id) WHERE state = 'Open';

CREATE TABLE payonce.provider_calls (
    id           bigint GENERATED ALWAYS AS IDENTITY,
    operation_id uuid NOT NULL,
    payment_id   uuid NOT NULL,
    call         text NOT NULL,
    nonce        text NOT NULL,
    started_at   timestamptz NOT NULL,
    ended_at     timestamptz NOT NULL,
    result       text NOT NULL,
    http_status  integer,
    CONSTRAINT provider_calls_pkey PRIMARY KEY (id)
);

CREATE INDEX calls_of_a_payment ON payonce.provider_calls (payment_id, id);

GRANT SELECT, INSERT, UPDATE, DELETE ON payonce.provider_operations TO payonce_worker;
GRANT SELECT, INSERT, DELETE ON payonce.provider_calls TO payonce_worker;
