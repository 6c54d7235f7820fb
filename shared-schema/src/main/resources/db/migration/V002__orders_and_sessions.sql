-- What is paid (orders) and the attempts to pay it (sessions); the partial unique index is promise P1.
CREATE TABLE payonce.orders (
    id                text COLLATE "C" NOT NULL,
    amount_minor      bigint NOT NULL,
    currency          text NOT NULL,
    status            text NOT NULL,
    active_payment_id uuid,
    created_at        timestamptz NOT NULL DEFAULT now(),
    updated_at        timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT orders_pkey PRIMARY KEY (id),
    CONSTRAINT order_status_is_known CHECK (status IN ('AwaitingPayment', 'Paid')),
    CONSTRAINT order_amount_is_positive CHECK (amount_minor > 0)
);

CREATE TABLE payonce.payment_sessions (
    id                  uuid NOT NULL,
    order_id            text COLLATE "C" NOT NULL,
    amount_minor        bigint NOT NULL,
    currency            text NOT NULL,
    status              text NOT NULL,
    provider            text NOT NULL,
    provider_payment_id text,
    pay_url             text,
    expires_at          timestamptz,
    failure_code        text,
    failure_message     text,
    return_url          text,
    description         text,
    metadata            json NOT NULL DEFAULT '{}',
    version             integer NOT NULL,
    next_check_at       timestamptz,
    checks              integer NOT NULL DEFAULT 0,
    lease_until         timestamptz,
    created_at          timestamptz NOT NULL DEFAULT now(),
    updated_at          timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT payment_sessions_pkey PRIMARY KEY (id),
    CONSTRAINT session_belongs_to_an_order FOREIGN KEY (order_id) REFERENCES payonce.orders (id),
    CONSTRAINT session_amount_is_positive CHECK (amount_minor > 0),
    CONSTRAINT session_status_is_known CHECK (status IN
        ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling', 'Completed', 'Failed', 'Canceled')),
    CONSTRAINT open_session_is_looked_at_again CHECK
        ((status IN ('Completed', 'Failed', 'Canceled')) = (next_check_at IS NULL)),
    CONSTRAINT failed_session_says_why CHECK ((status = 'Failed') = (failure_code IS NOT NULL))
) WITH (fillfactor = 70);

CREATE UNIQUE INDEX ux_payment_active_order ON payonce.payment_sessions (order_id)
    WHERE status IN ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling');

CREATE INDEX sessions_of_an_order ON payonce.payment_sessions (order_id, created_at);

CREATE INDEX sessions_due_for_a_check ON payonce.payment_sessions (next_check_at)
    WHERE status IN ('Registering', 'Registered', 'Unknown', 'Authorized', 'Canceling');

-- The order's lock as a function, so that there is one place that says what is locked. Call it in a statement of its
-- own: a statement's snapshot is taken before it waits for a lock inside it.
CREATE FUNCTION payonce.lock_order(wanted text) RETURNS void
    LANGUAGE sql VOLATILE
    AS $$ SELECT pg_advisory_xact_lock(hashtextextended(wanted, 7402)) $$;

GRANT SELECT, INSERT ON payonce.orders, payonce.payment_sessions TO payonce_command;
GRANT UPDATE (amount_minor, currency, active_payment_id, updated_at) ON payonce.orders TO payonce_command;
GRANT UPDATE (status, version, next_check_at, checks, lease_until, updated_at)
    ON payonce.payment_sessions TO payonce_command;
GRANT SELECT ON payonce.orders, payonce.payment_sessions TO payonce_reconciler;
GRANT UPDATE (status, active_payment_id, updated_at) ON payonce.orders TO payonce_reconciler;
GRANT UPDATE (status, provider_payment_id, pay_url, expires_at, failure_code, failure_message, version, next_check_at,
              checks, lease_until, updated_at)
    ON payonce.payment_sessions TO payonce_reconciler;
