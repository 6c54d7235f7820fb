package io.payonce.testbed.sandbox.http;

/** The request cannot be served; the client gets the status and the message. */
public final class RequestRefused extends RuntimeException {
    private final int status;

    public RequestRefused(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    public int status() {
        return status;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
