package io.payonce.command.idempotency;

/** An answer as it was given: the status code and the JSON body, to the letter. */
public record StoredAnswer(int status, String body) {}
