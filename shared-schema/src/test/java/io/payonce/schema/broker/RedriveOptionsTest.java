package io.payonce.schema.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.broker.RedriveOptions.Place;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments are understood completely or refused with one line; without --apply nothing is ever sent. */
class RedriveOptionsTest {
    private static final List<String> TOPICS = List.of("a", "b");

    @Test
    void withoutArgumentsAllTopicsAreOnlyShown() {
        assertThat(read())
                .isEqualTo(new RedriveCall.Run(
                        new RedriveOptions(TOPICS, false, false, Long.MAX_VALUE, RedriveOptions.PER_SECOND, null)));
    }

    @Test
    void everyOptionIsUnderstood() {
        var wanted = new RedriveCall.Run(new RedriveOptions(List.of("b"), true, true, 7, 20, new Place(3, 17)));

        assertThat(read(
                        "--topic",
                        "b",
                        "--apply",
                        "--limit",
                        "7",
                        "--per-second",
                        "20",
                        "--from-offset",
                        "3:17",
                        "--force"))
                .isEqualTo(wanted);
        assertThat(read("--force", "--from-offset=3:17", "--per-second=20", "--limit=7", "--apply", "--topic=b"))
                .isEqualTo(wanted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "--apply --help", "--nonsense --help"})
    void helpGoesBeforeEverything(String arguments) {
        assertThat(read(arguments.split(" "))).isInstanceOf(RedriveCall.Help.class);
    }

    @ParameterizedTest
    @CsvSource({
        "--aply, unknown option --aply",
        "apply, unknown option apply",
        "--apply=true, unknown option --apply",
        "--topic c, --topic must be",
        "--topic a.dlt, --topic must be",
        "--topic, --topic must be",
        "--limit 0, --limit must be",
        "--limit -1, --limit must be",
        "--limit x, --limit must be",
        "--limit 99999999999, --limit must be",
        "--limit, --limit must be",
        "--per-second 0, --per-second must be",
        "--per-second 1001, --per-second must be",
        "--topic a --from-offset 3, --from-offset must be",
        "--topic a --from-offset 3:, --from-offset must be",
        "--topic a --from-offset -1:3, --from-offset must be",
        "--from-offset 3:17, --from-offset needs --topic",
        "--apply --apply, --apply is given twice",
        "--limit 1 --limit=2, --limit is given twice"
    })
    void whatIsNotUnderstoodIsRefused(String arguments, String why) {
        assertThat(read(arguments.split(" ")))
                .isInstanceOfSatisfying(
                        RedriveCall.Refused.class,
                        refused -> assertThat(refused.why()).startsWith(why).doesNotContain("\n"));
    }

    @Test
    void oneTopicNeedsNoName() {
        assertThat(RedriveOptions.read(List.of("--from-offset", "0:0"), List.of("a")))
                .isInstanceOf(RedriveCall.Run.class);
    }

    private static RedriveCall read(String... arguments) {
        return RedriveOptions.read(List.of(arguments), TOPICS);
    }
}
