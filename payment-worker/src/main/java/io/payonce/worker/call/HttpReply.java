package io.payonce.worker.call;

import io.payonce.providers.HttpAnswer;

/** What came back for one HTTP request. */
sealed interface HttpReply {

    /** A whole answer, within the bounds of size and time. */
    record Answered(HttpAnswer answer) implements HttpReply {}

    /** None, or not a whole one. The request may have had its effect. */
    record NoAnswer(String why) implements HttpReply {}
}
