package io.payonce.testbed.local;

/**
 * One process of a stack.
 *
 * @param number 1 for the first of its kind
 */
public record Member(Part part, int number, int port) {
    /** The second replica's port lies this far above the first one's. */
    private static final int REPLICA_STEP = 100;

    static Member of(Part part, int number, int firstPort) {
        return new Member(part, number, firstPort + REPLICA_STEP * (number - 1));
    }

    /** {@code payment-command}, {@code payment-command-2}, … */
    public String name() {
        return number == 1 ? part.label() : part.label() + "-" + number;
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }
}
