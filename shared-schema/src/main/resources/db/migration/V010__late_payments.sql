-- Money that came, or is said to have come, after its session had ended without. One row per payment.
CREATE TABLE payonce.late_payments (
    payment_id    uuid NOT NULL,
    operation_id  uuid NOT NULL,
    state         text NOT NULL,
    amount_minor  bigint,
    currency      text,
    why           text NOT NULL,
    next_check_at timestamptz,
    checks        integer NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT late_payments_pkey PRIMARY KEY (payment_id),
    CONSTRAINT late_payment_belongs_to_a_session FOREIGN KEY (payment_id) REFERENCES payonce.payment_sessions (id),
    CONSTRAINT late_state_is_known CHECK (state IN ('Suspected', 'Cleared', 'Reversing', 'Reversed', 'Review')),
    CONSTRAINT late_payment_in_motion_is_looked_at_again CHECK
        ((state IN ('Suspected', 'Reversing')) = (next_check_at IS NOT NULL)),
    CONSTRAINT late_money_has_a_currency CHECK ((amount_minor IS NULL) = (currency IS NULL))
);

-- The reversal is a money operation of its own: the worker's queue and processed_events know it by this id.
CREATE UNIQUE INDEX one_late_payment_per_operation ON payonce.late_payments (operation_id);

CREATE INDEX late_payments_due ON payonce.late_payments (next_check_at) WHERE state IN ('Suspected', 'Reversing');

CREATE INDEX late_payments_to_review ON payonce.late_payments (created_at) WHERE state = 'Review';

GRANT SELECT, INSERT ON payonce.late_payments TO payonce_reconciler;
GRANT UPDATE (state, amount_minor, currency, why, next_check_at, checks, updated_at)
    ON payonce.late_payments TO payonce_reconciler;

-- The version of the session that a question is about, carried on by its report: it tells an answer from before the
-- session's end from one after it.
ALTER TABLE payonce.provider_operations ADD COLUMN asked_at bigint NOT NULL DEFAULT 0;
