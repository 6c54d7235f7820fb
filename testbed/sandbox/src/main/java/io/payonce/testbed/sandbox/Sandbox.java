package io.payonce.testbed.sandbox;

import io.payonce.testbed.sandbox.journal.JournalUnusable;
import java.io.IOException;
import java.net.BindException;
import java.time.Clock;
import java.time.Duration;

/** Starts the sandbox: {@code java -jar sandbox-…-app.jar}, set up by environment variables. */
public final class Sandbox {
    private Sandbox() {}

    public static void main(String[] args) {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL %4$s %3$s: %5$s%6$s%n");
        var began = System.nanoTime();
        try {
            var config = SandboxConfig.of(System.getenv());
            var running = RunningSandbox.start(config, Clock.systemUTC());
            Runtime.getRuntime().addShutdownHook(new Thread(running::close));
            var took = Duration.ofNanos(System.nanoTime() - began).toMillis();
            System.out.printf(
                    "sandbox ready on http://%s:%d after %d ms, journal in %s%n",
                    config.address(), running.port(), took, config.data().toAbsolutePath());
        } catch (BindException e) {
            refuse("its port is taken or its address is not this machine's: " + e.getMessage());
        } catch (IOException | JournalUnusable | IllegalArgumentException e) {
            refuse(String.valueOf(e.getMessage()));
        }
    }

    private static void refuse(String why) {
        System.err.println("sandbox cannot start: " + why);
        System.exit(1);
    }
}
