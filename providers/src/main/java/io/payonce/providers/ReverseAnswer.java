package io.payonce.providers;

/** What a provider's answer to {@link Provider#reverse} means. */
public sealed interface ReverseAnswer {

    /** The money is back, or the unpaid payment withdrawn; said again for each repeat. */
    record Reversed() implements ReverseAnswer {}

    /** The provider sees nothing it could give back; only a status query says what the payment is. */
    record NothingToReverse(String reason) implements ReverseAnswer {}

    /** The provider will not reverse money it has captured. */
    record RefusedCaptured(String reason) implements ReverseAnswer {}

    /** Taken up, not finished; ask again. */
    record Pending(String why) implements ReverseAnswer {}

    /** Nothing is known; ask again. */
    record Unknown(String why) implements ReverseAnswer {}
}
