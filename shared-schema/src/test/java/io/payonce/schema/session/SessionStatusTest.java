package io.payonce.schema.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The transition table is the one of the design, walked from every state to every state. */
class SessionStatusTest {
    private static final List<String> ALLOWED = List.of(
            "Registering Unknown",
            "Registering Registered",
            "Registering Authorized",
            "Registering Completed",
            "Registering Failed",
            "Registering Canceling",
            "Unknown Registered",
            "Unknown Authorized",
            "Unknown Completed",
            "Unknown Failed",
            "Unknown Canceling",
            "Registered Authorized",
            "Registered Completed",
            "Registered Failed",
            "Registered Canceling",
            "Authorized Completed",
            "Authorized Failed",
            "Authorized Canceling",
            "Canceling Completed",
            "Canceling Canceled");

    @Test
    void tableHoldsExactlyTheTransitionsOfTheDesign() {
        var allowed = new ArrayList<String>();
        for (var from : SessionStatus.values()) {
            for (var to : SessionStatus.values()) {
                if (from.canBecome(to)) {
                    allowed.add(from.label() + " " + to.label());
                }
            }
        }

        assertThat(allowed).containsExactlyInAnyOrderElementsOf(ALLOWED);
    }

    @Test
    void finalStatesAreTheThreeThatFreeTheOrder() {
        assertThat(SessionStatus.values())
                .filteredOn(SessionStatus::isFinal)
                .containsExactly(SessionStatus.COMPLETED, SessionStatus.FAILED, SessionStatus.CANCELED);
    }

    @Test
    void noStateIsEnteredTwice() {
        for (var start : SessionStatus.values()) {
            assertThat(reachableFrom(start)).doesNotContain(start);
        }
    }

    @Test
    void labelsAreReadBack() {
        for (var status : SessionStatus.values()) {
            assertThat(SessionStatus.ofLabel(status.label())).isEqualTo(status);
            assertThat(status.apiName()).isEqualToIgnoringCase(status.label());
        }
    }

    private static List<SessionStatus> reachableFrom(SessionStatus start) {
        var reached = new ArrayList<>(start.successors());
        for (var i = 0; i < reached.size(); i++) {
            reached.get(i).successors().stream()
                    .filter(next -> !reached.contains(next))
                    .forEach(reached::add);
        }
        return reached;
    }
}
