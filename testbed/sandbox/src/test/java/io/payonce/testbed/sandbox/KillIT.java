package io.payonce.testbed.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sandbox as a process of its own: what it answered before kill -9 it knows afterwards. */
final class KillIT {
    private static final Pattern READY = Pattern.compile("sandbox ready on http://127.0.0.1:([0-9]+) .*");

    @TempDir
    Path data;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void killAll() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void everythingAnsweredSurvivesKill() throws Exception {
        var victim = start(0);
        var client = new ProcessClient(port(victim).orElseThrow());
        Set<String> answered = ConcurrentHashMap.newKeySet();
        var enough = new CountDownLatch(200);
        var workers = new ArrayList<Thread>();
        for (var worker = 0; worker < 4; worker++) {
            var prefix = "w" + worker + "-";
            workers.add(Thread.startVirtualThread(() -> {
                for (var i = 0; client.registers(prefix + i); i++) {
                    answered.add(prefix + i);
                    enough.countDown();
                }
            }));
        }
        assertThat(enough.await(30, TimeUnit.SECONDS)).isTrue();

        victim.destroyForcibly().waitFor();
        for (var worker : workers) {
            worker.join();
        }

        try (var sandbox = TestSandbox.start(data)) {
            var known = new HashSet<String>();
            for (var payment : sandbox.control("GET", "/sandbox/payments", "").path("payments")) {
                known.add(payment.path("order_id").stringValue());
            }
            assertThat(answered).hasSizeGreaterThanOrEqualTo(200);
            assertThat(known).containsAll(answered);
            var calls = sandbox.control("GET", "/sandbox/calls", "").path("calls");
            assertThat(calls.size()).isGreaterThanOrEqualTo(answered.size());
            assertThat(calls.valueStream())
                    .noneMatch(call -> call.path("status").isNull());
        }
    }

    @Test
    void terminatedSandboxStopsAtOnce() throws Exception {
        var process = start(0);
        assertThat(port(process)).isPresent();

        process.destroy();

        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void takenPortIsSaidInOneLine() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var process = start(taken.getLocalPort());
            var said = new String(process.getInputStream().readAllBytes(), UTF_8);

            assertThat(process.waitFor()).isEqualTo(1);
            assertThat(said.lines()).singleElement().asString().startsWith("sandbox cannot start: its port is taken");
        }
    }

    private Process start(int port) throws IOException {
        Files.createDirectories(data);
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(
                        java, "-Xmx128m", "-cp", System.getProperty("java.class.path"), Sandbox.class.getName())
                .redirectErrorStream(true);
        builder.environment().put("PAYONCE_SANDBOX_PORT", String.valueOf(port));
        builder.environment().put("PAYONCE_ADDRESS", "127.0.0.1");
        builder.environment().put("PAYONCE_SANDBOX_DATA", data.toString());
        builder.environment().put("PAYONCE_SANDBOX_API_KEY", "key");
        builder.environment().put("PAYONCE_SANDBOX_SECRET", "secret");
        var process = builder.start();
        processes.add(process);
        return process;
    }

    private static Optional<Integer> port(Process process) throws IOException {
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        for (var line = out.readLine(); line != null; line = out.readLine()) {
            var ready = READY.matcher(line);
            if (ready.matches()) {
                return Optional.of(Integer.parseInt(ready.group(1)));
            }
        }
        return Optional.empty();
    }
}
