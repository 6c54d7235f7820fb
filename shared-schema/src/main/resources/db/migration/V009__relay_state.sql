-- What the relay last knew of its slot: how a lost or recreated slot is recognised.
CREATE TABLE payonce.relay_state (
    slot_name         text NOT NULL,
    system_identifier text NOT NULL,
    created_lsn       pg_lsn NOT NULL,
    confirmed_lsn     pg_lsn NOT NULL,
    confirmed_at      timestamptz NOT NULL,
    gap_since         timestamptz,
    updated_at        timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT relay_state_pkey PRIMARY KEY (slot_name)
);

GRANT SELECT, INSERT, UPDATE ON payonce.relay_state TO payonce_command;
