package io.payonce.schema.event;

/** What came of reading a record: an event, or the reason why it is none and belongs to the dead letters. */
public sealed interface Reading {

    record Read(Envelope envelope) implements Reading {}

    record Unreadable(String reason) implements Reading {}
}
