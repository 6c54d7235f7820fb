package io.payonce.testbed.lab.crash;

import io.payonce.testbed.local.Part;

/** The places in the services that a crash test can arm, by the names the services give them. */
enum CrashPoint {
    C1_LOOKED(Part.PAYMENT_COMMAND),
    C2_ROWS_WRITTEN(Part.PAYMENT_COMMAND),
    C3_COMMITTED(Part.PAYMENT_COMMAND),
    C4_BEFORE_ANSWER(Part.PAYMENT_COMMAND),
    R1_BATCH_RECEIVED(Part.PAYMENT_COMMAND),
    R2_HALF_SENT(Part.PAYMENT_COMMAND),
    R3_ACKED(Part.PAYMENT_COMMAND),
    R4_MARKED(Part.PAYMENT_COMMAND),
    R5_SLOT_TAKEN(Part.PAYMENT_COMMAND),
    W1_POLLED(Part.PAYMENT_WORKER),
    W2_OPERATION_WRITTEN(Part.PAYMENT_WORKER),
    W3_INTAKE_COMMITTED(Part.PAYMENT_WORKER),
    W4_CLAIMED(Part.PAYMENT_WORKER),
    W5_REQUEST_OUT(Part.PAYMENT_WORKER),
    W6_ANSWER_READ(Part.PAYMENT_WORKER),
    W7_RESULT_WRITTEN(Part.PAYMENT_WORKER),
    W8_LEASE_LOST(Part.PAYMENT_WORKER),
    B1_VERIFIED(Part.API_GATEWAY),
    B2_PUBLISHED(Part.API_GATEWAY),
    B3_ACKNOWLEDGED(Part.API_GATEWAY),
    X1_POLLED(Part.RECONCILER),
    X2_ROWS_LOCKED(Part.RECONCILER),
    X3_UPDATED(Part.RECONCILER),
    X4_COMMITTED(Part.RECONCILER),
    X5_SWEEP_LEASED(Part.RECONCILER),
    F1_EVENT_TAKEN(Part.PAYMENT_WORKER),
    F2_DELIVERED(Part.PAYMENT_WORKER);

    private final Part part;

    CrashPoint(Part part) {
        this.part = part;
    }

    /** The service in whose code it lies. */
    Part part() {
        return part;
    }
}
