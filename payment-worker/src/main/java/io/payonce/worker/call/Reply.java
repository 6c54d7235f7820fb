package io.payonce.worker.call;

import org.jspecify.annotations.Nullable;

/** What came of wanting to ask the provider something. */
public sealed interface Reply<A> {

    /**
     * It was asked; silence is an answer of the kind "unknown".
     *
     * @param digest SHA-256 (hex) of the answer's bytes, if there was one
     */
    record Asked<A>(A answer, @Nullable String digest) implements Reply<A> {}

    /** It was not asked, because it may not be called now. */
    record Closed<A>(String why) implements Reply<A> {}

    /** It was not asked, because somebody else has the operation by now. */
    record Lost<A>() implements Reply<A> {}
}
