package io.payonce.command.cancel;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.command.cancel.Judgement.Live;
import io.payonce.command.cancel.Judgement.Refusal;
import io.payonce.command.cancel.Judgement.Tried;
import io.payonce.schema.session.SessionStatus;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state of a payment with every state of its code, right and wrong, against a table written by hand. */
class JudgementTest {
    /** In the order of the table's columns; the second of each pair is the wrong code. */
    private static final List<Tried> TRIES = List.of(
            // no code
            new Tried(Live.NONE, false, false),
            new Tried(Live.NONE, false, false),
            // a live one
            new Tried(Live.USABLE, true, false),
            new Tried(Live.USABLE, false, false),
            // expired
            new Tried(Live.EXPIRED, true, false),
            new Tried(Live.EXPIRED, false, false),
            // locked
            new Tried(Live.LOCKED, true, false),
            new Tried(Live.LOCKED, false, false),
            // consumed: right is the one that started the cancellation
            new Tried(Live.NONE, false, true),
            new Tried(Live.NONE, false, false),
            // replaced after that by a newer one
            new Tried(Live.USABLE, false, true),
            new Tried(Live.USABLE, false, false));

    /**
     * S: start · A: as it stands · W: wrong, costs a try · I, E, L: refused as invalid, expired, locked. An open
     * payment cannot have a consumed code; it would count for nothing.
     */
    static Stream<Arguments> table() {
        return Stream.of(
                //                                    none live exp  lock cons repl
                Arguments.of(SessionStatus.REGISTERING, "II SW EE LL II WW"),
                Arguments.of(SessionStatus.UNKNOWN, "II SW EE LL II WW"),
                Arguments.of(SessionStatus.REGISTERED, "II SW EE LL II WW"),
                Arguments.of(SessionStatus.AUTHORIZED, "II SW EE LL II WW"),
                Arguments.of(SessionStatus.CANCELING, "II AW EE LL AI AW"),
                Arguments.of(SessionStatus.CANCELED, "II II II II AI AI"),
                Arguments.of(SessionStatus.COMPLETED, "AA AA AA AA AA AA"),
                Arguments.of(SessionStatus.FAILED, "AA AA AA AA AA AA"));
    }

    @ParameterizedTest
    @MethodSource("table")
    void judgesAsTheTableSays(SessionStatus status, String expected) {
        var row = expected.replace(" ", "");

        for (var i = 0; i < TRIES.size(); i++) {
            assertThat(letter(Judgement.of(status, TRIES.get(i))))
                    .as("%s with %s", status, TRIES.get(i))
                    .isEqualTo(row.charAt(i));
        }
    }

    @Test
    void tableNamesEveryStatus() {
        assertThat(table().map(row -> (SessionStatus) row.get()[0]))
                .containsExactlyInAnyOrderElementsOf(Arrays.asList(SessionStatus.values()));
    }

    private static char letter(Judgement judgement) {
        return switch (judgement) {
            case Judgement.Start start -> 'S';
            case Judgement.AsItStands standing -> 'A';
            case Judgement.WrongTry wrong -> 'W';
            case Judgement.Refused(Refusal why) -> why.name().charAt(0);
        };
    }
}
