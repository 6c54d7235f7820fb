package io.payonce.command.relay;

/** What this instance's relay is doing. */
enum RelayStatus {
    STARTING,
    WAITING_FOR_BROKER,
    STANDBY,
    REPAIRING,
    ACTIVE,
    BROKEN,
    STOPPED
}
