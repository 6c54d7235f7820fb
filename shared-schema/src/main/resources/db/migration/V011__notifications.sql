-- Merchant webhooks: one row per event on payonce.payment-events, kept until delivered or parked. The event id is what
-- the merchant tells repeats by. waiting_since is when the current series of tries began; a redrive begins a new one.
CREATE TABLE payonce.notifications (
    event_id       uuid NOT NULL,
    order_id       text COLLATE "C" NOT NULL,
    payment_id     uuid NOT NULL,
    type           text NOT NULL,
    payload        text NOT NULL,
    state          text NOT NULL DEFAULT 'Waiting',
    attempt        integer NOT NULL DEFAULT 0,
    due_at         timestamptz NOT NULL DEFAULT now(),
    lease_until    timestamptz,
    epoch          bigint NOT NULL DEFAULT 0,
    last_status    integer,
    last_error     text,
    created_at     timestamptz NOT NULL DEFAULT now(),
    waiting_since  timestamptz NOT NULL DEFAULT now(),
    delivered_at   timestamptz,
    parked_at      timestamptz,
    redriven_at    timestamptz,
    redriven_count integer NOT NULL DEFAULT 0,
    CONSTRAINT notifications_pkey PRIMARY KEY (event_id),
    CONSTRAINT notification_state_is_known CHECK (state IN ('Waiting', 'Delivered', 'Parked')),
    CONSTRAINT delivered_notification_has_its_time CHECK ((state = 'Delivered') = (delivered_at IS NOT NULL)),
    CONSTRAINT parked_notification_has_its_time CHECK ((state = 'Parked') = (parked_at IS NOT NULL))
) WITH (fillfactor = 70);

CREATE INDEX notifications_due ON payonce.notifications (due_at) WHERE state = 'Waiting';

-- The oldest that waits, and what is parked in its order.
CREATE INDEX notifications_undelivered ON payonce.notifications (state, waiting_since, event_id)
    WHERE state IN ('Waiting', 'Parked');

CREATE INDEX notifications_to_purge ON payonce.notifications (delivered_at) WHERE state = 'Delivered';

GRANT SELECT, INSERT, UPDATE, DELETE ON payonce.notifications TO payonce_worker;
