package io.payonce.schema.store;

/**
 * A guarded update did not change exactly one row although its caller held the locks that promise it would: a bug, or a
 * hand-made change. The transaction must roll back.
 */
public final class LostUpdate extends IllegalStateException {
    private LostUpdate(String message) {
        super(message);
    }

    /** Holds a guarded update to what it claims: exactly one row. */
    public static void unlessOne(int rows, String what, Object id) {
        if (rows != 1) {
            throw new LostUpdate("%s %s changed %d rows instead of one".formatted(what, id, rows));
        }
    }
}
