package io.payonce.command;

/** The configuration is one we do not start with. The message is the line an operator reads; it holds no secret. */
public final class StartRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StartRefused(String message) {
        super(message);
    }
}
