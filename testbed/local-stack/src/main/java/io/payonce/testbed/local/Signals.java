package io.payonce.testbed.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Signals to a process and, where a death or a pause must be complete, to its children. */
final class Signals {
    private Signals() {}

    static void kill(ProcessHandle process) {
        var family = family(process);
        send("KILL", family);
        family.forEach(member -> awaitEnd(member, Duration.ofSeconds(10)));
    }

    static void pause(ProcessHandle process) {
        send("STOP", family(process));
    }

    static void resume(ProcessHandle process) {
        send("CONT", family(process));
    }

    /** Asks to stop, and kills after {@code most}. A paused process is resumed first, or it would not hear. */
    static void stop(ProcessHandle process, String signal, Duration most) {
        resume(process);
        send(signal, List.of(process));
        if (!awaitEnd(process, most)) {
            kill(process);
        }
    }

    static boolean isPaused(ProcessHandle process) {
        return processStatus(process.pid(), "State:").startsWith("T");
    }

    /** Resident memory in bytes, 0 where the system does not tell. */
    static long residentBytes(ProcessHandle process) {
        var text = processStatus(process.pid(), "VmRSS:").replace("kB", "").strip();
        return text.isEmpty() ? 0 : Long.parseLong(text) * 1024;
    }

    private static String processStatus(long pid, String line) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                    .filter(text -> text.startsWith(line))
                    .map(text -> text.substring(line.length()).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static List<ProcessHandle> family(ProcessHandle process) {
        var family = new ArrayList<>(List.of(process));
        process.descendants().forEach(family::add);
        return family;
    }

    private static void send(String signal, List<ProcessHandle> processes) {
        var command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send signals", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean awaitEnd(ProcessHandle process, Duration most) {
        try {
            process.onExit().get(most.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
