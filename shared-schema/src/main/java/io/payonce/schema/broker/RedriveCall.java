package io.payonce.schema.broker;

/** What the arguments of {@code redrive} ask for. */
sealed interface RedriveCall {
    record Run(RedriveOptions options) implements RedriveCall {}

    record Help() implements RedriveCall {}

    /** @param why one line, without a full stop */
    record Refused(String why) implements RedriveCall {}
}
