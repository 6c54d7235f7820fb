package io.payonce.testbed.local;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kinds of process of a stack, in the order in which they are stopped. */
public enum Part {
    API_GATEWAY("PAYONCE_GATEWAY_PORT", 8080, 256),
    PAYMENT_COMMAND("PAYONCE_COMMAND_PORT", 8081, 320),
    PAYMENT_WORKER("PAYONCE_WORKER_PORT", 8082, 256),
    RECONCILER("PAYONCE_RECONCILER_PORT", 8083, 256),
    SANDBOX("PAYONCE_SANDBOX_PORT", 8090, 384),
    KAFKA("PAYONCE_KAFKA_PORT", 19092, 512),
    POSTGRES("PAYONCE_POSTGRES_PORT", 15432, 0);

    private final String portVariable;
    private final int defaultPort;
    private final int heapMegabytes;

    Part(String portVariable, int defaultPort, int heapMegabytes) {
        this.portVariable = portVariable;
        this.defaultPort = defaultPort;
        this.heapMegabytes = heapMegabytes;
    }

    /** The environment variable that changes the port. */
    public String portVariable() {
        return portVariable;
    }

    int defaultPort() {
        return defaultPort;
    }

    int heapMegabytes() {
        return heapMegabytes;
    }

    /** A service of ours, of which there can be several. */
    boolean isService() {
        return switch (this) {
            case API_GATEWAY, PAYMENT_COMMAND, PAYMENT_WORKER, RECONCILER -> true;
            case SANDBOX, KAFKA, POSTGRES -> false;
        };
    }

    /** The name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<Part> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(part -> part.label().equals(label))
                .findFirst();
    }
}
