package io.payonce.testbed.lab.crash;

/**
 * One process, or one after the other, suffers at one point.
 *
 * @param times 1: whoever meets the point first; 2: whoever takes up after it as well
 */
record CrashCase(CrashPoint point, Crash crash, int times) {
    /** How a process suffers. */
    enum Crash {
        /** It ends itself at the point. */
        HALT,
        /** It is held at the point and killed from outside (kill -9). */
        KILL,
        /** It is stopped at the point until every lease and session of it is over, and goes on then. */
        PAUSE
    }

    @Override
    public String toString() {
        return "%s %s%s".formatted(point, crash, times == 1 ? "" : ", twice");
    }
}
