package io.payonce.testbed.lab.check;

/** Looks for violations of one invariant, or of a few that need the same look. */
interface Rule {
    void check(Facts facts, Findings findings);
}
