package io.payonce.testbed.lab.plan;

import java.util.List;

/**
 * The provider's misbehaviour for one second: of each operation about a fifth of the calls.
 *
 * @param second since the begin of the run
 */
public record Weather(int second, List<Fault> faults) {

    /**
     * A fault of the sandbox.
     *
     * @param delayMs 0 for the fault's own
     */
    public record Fault(String operation, String fault, int delayMs) {}
}
