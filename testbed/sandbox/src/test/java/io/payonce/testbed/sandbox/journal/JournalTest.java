package io.payonce.testbed.sandbox.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was written is read again; a torn end is cut off, anything else that cannot be read stops the start. */
final class JournalTest {
    @TempDir
    Path folder;

    @Test
    void linesAreReadInTheirOrder() {
        write("one", "two\nlines", "three");

        assertThat(read()).containsExactly("one", "two\nlines", "three");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"kind\":\"word\",\"data\":\"thr",
                "{\"kind\":\"word\",\"data\":\"three\"}",
                "\0\0\0",
                "{]\n"
            })
    void tornLastLineIsCutOff(String torn) throws IOException {
        write("one", "two");
        Files.writeString(file(), torn, StandardOpenOption.APPEND);

        assertThat(read()).containsExactly("one", "two");
        write("three");
        assertThat(read()).containsExactly("one", "two", "three");
    }

    @Test
    void unreadableLineInTheMiddleIsNoCrashButAnotherProgram() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(file(), "{]\n{\"kind\":\"word\",\"data\":\"two\"}\n");

        assertThatThrownBy(this::read).isInstanceOf(JournalUnusable.class).hasMessageContaining("line 1");
    }

    @Test
    void openJournalIsNotOpenedTwice() {
        try (var journal = Journal.open(folder)) {
            assertThat(journal.isFull()).isFalse();
            assertThatThrownBy(() -> Journal.open(folder))
                    .isInstanceOf(JournalUnusable.class)
                    .hasMessageContaining("in use");
        }
    }

    @Test
    void folderThatIsAFileIsRefused() throws IOException {
        Files.writeString(folder.resolve("file"), "");

        assertThatThrownBy(() -> Journal.open(folder.resolve("file"))).isInstanceOf(JournalUnusable.class);
    }

    @Test
    void forgottenJournalIsEmpty() {
        write("one");
        try (var journal = Journal.open(folder)) {
            journal.change(() -> {
                journal.forget();
                journal.append("word", "two");
                return true;
            });
        }

        assertThat(read()).containsExactly("two");
    }

    @Test
    void lineOutsideAChangeIsRefused() {
        try (var journal = Journal.open(folder)) {
            assertThatThrownBy(() -> journal.append("word", "one")).isInstanceOf(IllegalStateException.class);
        }
    }

    private Path file() {
        return folder.resolve("journal.jsonl");
    }

    private void write(String... words) {
        try (var journal = Journal.open(folder)) {
            for (var word : words) {
                journal.change(() -> {
                    journal.append("word", word);
                    return true;
                });
            }
        }
    }

    private List<String> read() {
        var words = new ArrayList<String>();
        try (var journal = Journal.open(folder)) {
            journal.replay(Map.of("word", data -> words.add(data.stringValue())));
        }
        return words;
    }
}
