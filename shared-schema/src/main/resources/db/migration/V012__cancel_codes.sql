-- One-time codes that start a cancellation. Only keyed hashes are stored: who reads this table cannot cancel anything.
CREATE TABLE payonce.cancel_codes (
    payment_id    uuid NOT NULL,
    code_hash     bytea,
    expires_at    timestamptz,
    attempts_left integer NOT NULL,
    consumed_hash bytea,
    consumed_at   timestamptz,
    operation_id  uuid,
    keep_until    timestamptz NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT cancel_codes_pkey PRIMARY KEY (payment_id),
    CONSTRAINT row_holds_a_code CHECK (code_hash IS NOT NULL OR consumed_hash IS NOT NULL),
    CONSTRAINT live_code_expires CHECK ((code_hash IS NULL) = (expires_at IS NULL)),
    CONSTRAINT consumed_code_started_an_operation CHECK
        ((consumed_hash IS NULL) = (consumed_at IS NULL) AND (consumed_at IS NULL) = (operation_id IS NULL)),
    CONSTRAINT tries_are_bounded CHECK (attempts_left >= 0)
);

-- The code that started the cancellation moves to consumed_hash, where a later code cannot replace it: its repeat must
-- get the same answer. A cancellation starts once per payment, so one place is enough.
CREATE INDEX cancel_codes_to_forget ON payonce.cancel_codes (keep_until);

GRANT SELECT, INSERT, DELETE ON payonce.cancel_codes TO payonce_command;
GRANT UPDATE (code_hash, expires_at, attempts_left, consumed_hash, consumed_at, operation_id, keep_until)
    ON payonce.cancel_codes TO payonce_command;
