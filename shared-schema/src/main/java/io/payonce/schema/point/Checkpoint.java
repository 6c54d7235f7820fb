package io.payonce.schema.point;

/** Passed by the code under test at each {@link Point}. */
@FunctionalInterface
public interface Checkpoint {
    /** What production uses. */
    Checkpoint NONE = point -> {};

    void reach(Point point);
}
