package io.payonce.reconciler.apply;

import io.payonce.schema.session.SessionStatus;

/** What a report has done. */
sealed interface Applied {

    /** The session moved. */
    record Moved(SessionStatus from, SessionStatus to) implements Applied {}

    /** Nothing to do: known already, older than what is known, or no news. */
    record Nothing(String why) implements Applied {}

    /** Nothing was applied and a person will see why. */
    record Incident(String why) implements Applied {}

    /** Money for a session that had ended without: a step of its own story. */
    record Late(String what) implements Applied {}
}
