package io.payonce.testbed.local;

/** Something the user can mend; its message is all they need to see. */
public final class Complaint extends RuntimeException {
    public Complaint(String message) {
        super(message, null, false, false);
    }
}
