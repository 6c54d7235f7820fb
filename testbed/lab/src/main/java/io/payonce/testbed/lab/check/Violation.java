package io.payonce.testbed.lab.check;

import java.util.List;

/**
 * One thing that must not be.
 *
 * @param what in one line, with the ids to search for
 * @param evidence the least that shows it: rows, calls, records
 */
public record Violation(Invariant invariant, String what, List<String> evidence) {}
