package io.payonce.schema.broker;

import static io.payonce.schema.broker.LetterBox.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.schema.event.Topics;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each dead letter goes back once per run, as it was and with its count; a dry run changes nothing. */
class RedriveIT {
    private static final byte[] VALUE = {0, 1, (byte) 0xff};

    private final LetterBox box = new LetterBox();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @AfterEach
    void close() {
        box.close();
    }

    @Test
    void dryRunShowsEveryLetterAndChangesNothing() {
        letters(5);

        assertThat(redrive()).isTrue();

        assertThat(lines("letter "))
                .hasSize(5)
                .allSatisfy(line -> assertThat(line)
                        .contains(box.letters(), "from " + box.topic, "type Dance", "3 bytes", "redriven 0 times")
                        .contains("reason: no such step?here")
                        .containsPattern("of 20[0-9-]+T"));
        assertThat(printed()).contains("5 letters, 0 sent, 0 skipped, 0 failed; a dry run");
        assertThat(box.read(box.topic)).hasSize(5);
        assertThat(box.committed()).isEmpty();
    }

    @Test
    void applySendsEachLetterAsItWasAndASecondApplySendsNothing() {
        letters(5);
        var before = box.read(box.topic);

        assertThat(redrive("--apply")).isTrue();

        var back = box.read(box.topic).subList(5, 10);
        assertThat(back)
                .extracting(record -> new String(record.key(), StandardCharsets.UTF_8))
                .containsExactlyInAnyOrder("0", "1", "2", "3", "4");
        assertThat(back).allSatisfy(record -> {
            assertThat(record.value()).isEqualTo(VALUE);
            assertThat(record.partition()).isEqualTo(partitionOf(before, record));
            assertThat(record.headers()).hasSize(2);
            assertThat(header(record, Topics.HEADER_TYPE)).isEqualTo("Dance");
            assertThat(header(record, DeadLetters.REDRIVEN)).isEqualTo("1");
        });
        assertThat(lines("redriven ")).hasSize(5);

        assertThat(redrive("--apply")).isTrue();
        assertThat(box.read(box.topic)).hasSize(10);
        assertThat(printed()).contains(": 0 letters, 0 sent");
    }

    @Test
    void letterThatFailsAgainIsANewOneUntilItWasRedrivenThreeTimes() {
        letters(1);
        for (var times = 1; times <= 3; times++) {
            assertThat(redrive("--apply")).isTrue();
            box.refuseAll(times, "still no such step");

            var letters = box.read(box.letters());
            assertThat(letters).hasSize(times + 1);
            assertThat(header(letters.getLast(), DeadLetters.REDRIVEN)).isEqualTo(Integer.toString(times));
            assertThat(letters.getLast().headers().headers(DeadLetters.REASON)).hasSize(1);
            assertThat(letters.getLast().value()).isEqualTo(VALUE);
        }

        assertThat(redrive("--apply")).isTrue();
        assertThat(box.read(box.topic)).hasSize(4);
        assertThat(lines("skipped ")).singleElement().asString().contains("redriven 3 times already and needs --force");

        var last = box.read(box.letters()).getLast();
        assertThat(redrive("--apply", "--force", "--from-offset", last.partition() + ":" + last.offset()))
                .isTrue();
        assertThat(header(box.read(box.topic).getLast(), DeadLetters.REDRIVEN)).isEqualTo("4");
    }

    @Test
    void limitIsKeptAndTheNextRunGoesOn() {
        letters(5);

        redrive("--apply", "--limit", "2");
        assertThat(box.read(box.topic)).hasSize(7);
        redrive("--apply", "--limit", "2");
        assertThat(box.read(box.topic)).hasSize(9);
        redrive("--apply");

        assertThat(box.read(box.topic).subList(5, 10))
                .extracting(record -> new String(record.key(), StandardCharsets.UTF_8))
                .containsExactlyInAnyOrder("0", "1", "2", "3", "4");
    }

    @Test
    void chosenOffsetMovesThePositionNeitherBackNorOverUnreadLetters() {
        for (var i = 0; i < 3; i++) {
            box.send("same", VALUE);
        }
        box.refuseAll(0, "no");
        var partition = box.read(box.letters()).getFirst().partition();

        redrive("--apply", "--from-offset", partition + ":2");
        assertThat(box.committed()).isEmpty();
        redrive("--apply", "--limit", "2");
        redrive("--apply", "--from-offset", partition + ":0", "--limit", "1");

        assertThat(box.committed().get(new TopicPartition(box.letters(), partition)))
                .isNotNull()
                .satisfies(position -> assertThat(position.offset()).isEqualTo(2));
        assertThat(box.read(box.topic)).hasSize(3 + 1 + 2 + 1);
    }

    @Test
    void rateIsKept() {
        letters(6);
        var start = System.nanoTime();

        redrive("--apply", "--per-second", "5");

        assertThat(System.nanoTime() - start).isGreaterThan(1_000_000_000L);
    }

    @Test
    void lettersThatCannotBeSentStayLetters() {
        letters(2);
        box.delete(box.topic);

        assertThat(redrive("--apply")).isFalse();

        assertThat(lines("failed ")).hasSize(1);
        assertThat(box.committed()).isEmpty();
    }

    @Test
    void unknownPartitionAndBrokerAreFailures() {
        assertThatThrownBy(() -> redrive("--from-offset", "17:0"))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("no partition");
    }

    @Test
    void topicWithoutLettersIsDoneAtOnce() {
        assertThat(redrive("--apply")).isTrue();
        box.delete(box.letters());
        assertThat(redrive("--apply")).isTrue();
    }

    private void letters(int count) {
        for (var i = 0; i < count; i++) {
            box.send(Integer.toString(i), VALUE);
        }
        box.refuseAll(0, "no such step\nhere");
    }

    private boolean redrive(String... arguments) {
        printed.reset();
        var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        var call = (RedriveCall.Run) RedriveOptions.read(List.of(arguments), List.of(box.topic));
        return new Redrive(box.settings(), box.impatientSettings(), out).run(call.options());
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private List<String> lines(String start) {
        return new ArrayList<>(
                printed().lines().filter(line -> line.startsWith(start)).toList());
    }

    private static int partitionOf(
            List<ConsumerRecord<byte[], byte[]>> records, ConsumerRecord<byte[], byte[]> wanted) {
        return records.stream()
                .filter(record -> new String(record.key(), StandardCharsets.UTF_8)
                        .equals(new String(wanted.key(), StandardCharsets.UTF_8)))
                .findFirst()
                .orElseThrow()
                .partition();
    }
}
