package io.payonce.testbed.lab.history;

import java.time.Duration;
import java.util.List;

/**
 * How the system came to rest after everything was up again and no fault was left.
 *
 * @param took until nothing moved any more, or until the wait was given up
 * @param pending what was still moving then; empty if it came to rest
 */
public record Rest(Duration took, List<String> pending) {}
