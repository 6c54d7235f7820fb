package io.payonce.testbed.sandbox;

/**
 * How much is remembered, by the memory there is. At a limit new work is refused (payments 500, calls and notifications
 * 503) until {@code DELETE /sandbox}; nothing is forgotten silently.
 */
record RecordLimits(int payments, int calls, int notifications) {
    private static final int RECORDS_MAX = 2_000_000;

    /** A payment takes about 1 KB with its history and events, a call about 0.5 KB, a notification about 0.4 KB. */
    static RecordLimits forHeap(long bytes) {
        return new RecordLimits(records(bytes, 4_096), records(bytes, 1_536), records(bytes, 4_096));
    }

    private static int records(long bytes, long bytesEach) {
        return (int) Math.min(RECORDS_MAX, bytes / bytesEach);
    }
}
