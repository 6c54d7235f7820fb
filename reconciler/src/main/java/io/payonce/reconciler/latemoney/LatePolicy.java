package io.payonce.reconciler.latemoney;

/** What happens to money that arrived after its session had ended without. */
enum LatePolicy {
    /** It goes back by itself, driven until the provider confirms. */
    REVERSE,
    /** A person decides. */
    REVIEW
}
