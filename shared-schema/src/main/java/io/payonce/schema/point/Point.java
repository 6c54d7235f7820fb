package io.payonce.schema.point;

/**
 * The places where a crash or a race would hurt most. Letters: command, relay, worker, gateway (B), reconciler (X),
 * notifier (F).
 */
public enum Point {
    /** Create or Cancel has looked at what there is, and written nothing. */
    C1_LOOKED,
    C2_ROWS_WRITTEN,
    C3_COMMITTED,
    C4_BEFORE_ANSWER,
    R1_BATCH_RECEIVED,
    R2_HALF_SENT,
    R3_ACKED,
    R4_MARKED,
    /** The relay that held the slot finds it held by another. */
    R5_SLOT_TAKEN,
    W1_POLLED,
    W2_OPERATION_WRITTEN,
    W3_INTAKE_COMMITTED,
    W4_CLAIMED,
    W5_REQUEST_OUT,
    W6_ANSWER_READ,
    W7_RESULT_WRITTEN,
    W8_LEASE_LOST,
    B1_VERIFIED,
    B2_PUBLISHED,
    B3_ACKNOWLEDGED,
    X1_POLLED,
    X2_ROWS_LOCKED,
    X3_UPDATED,
    X4_COMMITTED,
    X5_SWEEP_LEASED,
    F1_EVENT_TAKEN,
    F2_DELIVERED
}
