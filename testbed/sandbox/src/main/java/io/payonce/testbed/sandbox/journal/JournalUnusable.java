package io.payonce.testbed.sandbox.journal;

/** The sandbox cannot start on this folder; the message tells the operator why. */
public final class JournalUnusable extends RuntimeException {
    public JournalUnusable(String message) {
        super(message);
    }
}
