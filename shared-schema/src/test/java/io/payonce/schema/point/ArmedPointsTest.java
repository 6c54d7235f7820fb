package io.payonce.schema.point;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A point is dangerous exactly as often as it was armed, for one process, and costs nothing without a folder. */
class ArmedPointsTest {
    private final AtomicInteger halts = new AtomicInteger();

    @TempDir
    Path folder;

    @Test
    void withoutAFolderNothingIsArmed() {
        assertThat(ArmedPoints.in("")).isSameAs(Checkpoint.NONE);
        assertThat(ArmedPoints.in(folder.toString())).isInstanceOf(ArmedPoints.class);
    }

    @Test
    void eachTimeIsTakenOnceAndTheFirstComesFirst() throws IOException {
        arm("X3_UPDATED-1", ArmedPoints.HALT);
        arm("X3_UPDATED-2", ArmedPoints.HALT);
        var points = points();

        points.reach(Point.X2_ROWS_LOCKED);
        assertThat(halts).hasValue(0);
        points.reach(Point.X3_UPDATED);
        assertThat(taken("X3_UPDATED-1")).exists();
        assertThat(folder.resolve("X3_UPDATED-2")).exists();
        points.reach(Point.X3_UPDATED);
        points.reach(Point.X3_UPDATED);
        assertThat(halts).hasValue(2);
        assertThat(taken("X3_UPDATED-2")).exists();
    }

    @Test
    void holdsUntilTheFileIsGone() throws IOException, InterruptedException {
        arm("W1_POLLED-1", ArmedPoints.HOLD);
        var passed = new CountDownLatch(1);
        Thread.startVirtualThread(() -> {
            points().reach(Point.W1_POLLED);
            passed.countDown();
        });

        assertThat(passed.await(100, TimeUnit.MILLISECONDS)).isFalse();
        Files.delete(taken("W1_POLLED-1"));
        assertThat(passed.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(halts).hasValue(0);
    }

    private ArmedPoints points() {
        return new ArmedPoints(folder, halts::incrementAndGet);
    }

    private void arm(String name, String what) throws IOException {
        Files.writeString(folder.resolve(name), what);
    }

    private Path taken(String name) {
        return folder.resolve(name + "." + ProcessHandle.current().pid());
    }
}
