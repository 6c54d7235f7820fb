package io.payonce.testbed.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A child process that can be stopped, killed, paused and resumed. */
public final class ServerProcess {
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final Duration LOOK_EVERY = Duration.ofMillis(25);

    private final String name;
    private final Process process;
    private final Path log;

    private ServerProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts the command in a session of its own, so that Ctrl-C in the terminal reaches it only through whoever
     * started it; its output goes to the log file.
     */
    public static ServerProcess start(String name, List<String> command, Map<String, String> environment, Path log) {
        var builder = new ProcessBuilder(ofItsOwnSession(command))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        try {
            return new ServerProcess(name, builder.start(), log);
        } catch (IOException e) {
            throw new IllegalStateException("cannot start " + name, e);
        }
    }

    private static List<String> ofItsOwnSession(List<String> command) {
        if (!Files.isExecutable(SETSID)) {
            return command;
        }
        var all = new ArrayList<>(List.of(SETSID.toString()));
        all.addAll(command);
        return all;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public Path log() {
        return log;
    }

    /**
     * Waits until {@code ready} says so.
     *
     * @throws IllegalStateException naming the log, if the process ends or the time is over first
     */
    public void awaitReady(BooleanSupplier ready, Duration most) {
        var deadline = System.nanoTime() + most.toNanos();
        while (!ready.getAsBoolean()) {
            if (!process.isAlive()) {
                throw new IllegalStateException("%s ended at its start; see %s".formatted(name, log));
            }
            if (System.nanoTime() > deadline) {
                killHard();
                throw new IllegalStateException("%s is not ready after %s; see %s".formatted(name, most, log));
            }
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
    }

    /** Asks with the signal (INT, TERM, QUIT …) and kills after {@code most}. */
    public void stop(String signal, Duration most) {
        signal(signal);
        try {
            if (!process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
                killHard();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            killHard();
        }
    }

    /** kill -9, the children too; returns when none is left. */
    public void killHard() {
        var family = process.descendants().toList();
        process.destroyForcibly();
        family.forEach(ProcessHandle::destroyForcibly);
        try {
            process.onExit().get(10, TimeUnit.SECONDS);
            for (var child : family) {
                child.onExit().get(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException | TimeoutException e) {
            throw new IllegalStateException(name + " does not die", e);
        }
    }

    /** SIGSTOP for the process and its children: alive, and deaf. */
    public void pause() {
        signal("STOP");
        process.descendants().forEach(child -> signal("STOP", child.pid()));
    }

    public void resume() {
        process.descendants().forEach(child -> signal("CONT", child.pid()));
        signal("CONT");
    }

    public void signal(String signal) {
        signal(signal, process.pid());
    }

    private static void signal(String signal, long pid) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new IllegalStateException("cannot signal", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
