-- Money that moved. The partial unique index is one receipt per order, whatever else goes wrong.
CREATE TABLE payonce.accounting_entries (
    id           uuid NOT NULL,
    order_id     text COLLATE "C" NOT NULL,
    payment_id   uuid NOT NULL,
    entry_type   text NOT NULL,
    amount_minor bigint NOT NULL,
    currency     text NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT accounting_entries_pkey PRIMARY KEY (id),
    CONSTRAINT entry_type_is_known CHECK
        (entry_type IN ('PaymentReceived', 'LatePaymentReceived', 'LatePaymentReversed')),
    CONSTRAINT entry_amount_is_positive CHECK (amount_minor > 0)
);

CREATE UNIQUE INDEX ux_order_payment_receipt ON payonce.accounting_entries (order_id)
    WHERE entry_type = 'PaymentReceived';

CREATE UNIQUE INDEX one_late_entry_per_payment ON payonce.accounting_entries (payment_id, entry_type);

GRANT SELECT, INSERT ON payonce.accounting_entries TO payonce_reconciler;
