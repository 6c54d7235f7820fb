package io.payonce.testbed.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher leaves nothing behind, and touches nothing that is not its own. */
class LocalStackIT {
    @TempDir
    Path folder;

    @Test
    void takenPortIsNamedAndNothingIsStarted() throws IOException {
        var plan = StackPlan.onFreePorts(Path.of("."), folder, 1);
        try (var other = new ServerSocket(plan.port(Part.RECONCILER), 1, InetAddress.getLoopbackAddress())) {
            var stack = new LocalStack(plan, line -> {});

            assertThatThrownBy(stack::start)
                    .isInstanceOf(Complaint.class)
                    .hasMessageContaining(Integer.toString(other.getLocalPort()))
                    .hasMessageContaining("PAYONCE_RECONCILER_PORT");
            assertThat(stack.isRunning()).isFalse();
        }
    }

    @Test
    void serversStartDieComeBackAndStop() {
        var stack = new LocalStack(StackPlan.onFreePorts(Path.of("."), folder, 1), line -> {});
        try {
            stack.up("postgres");
            var first = stack.process("postgres").orElseThrow();
            assertThatThrownBy(() -> stack.up("postgres")).isInstanceOf(Complaint.class);

            stack.kill("postgres");
            assertThat(first.isAlive()).isFalse();
            assertThatThrownBy(() -> stack.kill("postgres")).hasMessageContaining("not running");
            stack.up("postgres");
            stack.pause("postgres");
            assertThat(Signals.isPaused(stack.process("postgres").orElseThrow()))
                    .isTrue();
        } finally {
            stack.stop();
        }
        assertThat(stack.isRunning()).isFalse();
        assertThat(folder.resolve("postgres/data/PG_VERSION")).exists();
        stack.forget();
        assertThat(folder.resolve("postgres")).doesNotExist();
    }

    @Test
    void pidThatPassedToAnotherProcessIsLeftAlone() throws IOException {
        var innocent = new ProcessBuilder("sleep", "60").start();
        try {
            Files.createDirectories(folder.resolve("run"));
            Files.writeString(folder.resolve("run/kafka.pid"), innocent.pid() + " 1000");
            var stack = new LocalStack(StackPlan.onFreePorts(Path.of("."), folder, 1), line -> {});

            stack.stop();

            assertThat(innocent.isAlive()).isTrue();
            assertThat(stack.isRunning()).isFalse();
        } finally {
            innocent.destroyForcibly();
        }
    }

    @Test
    void unknownNameListsTheKnownOnes() {
        var stack = new LocalStack(StackPlan.onFreePorts(Path.of("."), folder, 1), line -> {});

        assertThatThrownBy(() -> stack.kill("kafak"))
                .hasMessageContaining("payment-command")
                .hasMessageContaining("kafka");
    }
}
