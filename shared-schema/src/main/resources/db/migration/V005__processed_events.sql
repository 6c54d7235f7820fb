-- What has taken effect: one row per payment and status, written in the transaction of the effect (promise P3).
CREATE TABLE payonce.processed_events (
    payment_id   uuid NOT NULL,
    status       text NOT NULL,
    event_id     uuid NOT NULL,
    processed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT processed_events_pkey PRIMARY KEY (payment_id, status)
);

GRANT SELECT, INSERT ON payonce.processed_events TO payonce_worker, payonce_reconciler;
