package io.payonce.testbed.local;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The program behind {@code ./start}. */
public final class Start {
    private static final String API_KEY = "local-dev-key";

    private final Options options;
    private final LocalStack stack;

    private Start(Options options) {
        this.options = options;
        var project = Path.of(System.getProperty("payonce.project", "."))
                .toAbsolutePath()
                .normalize();
        this.stack = new LocalStack(StackPlan.local(project, System.getenv(), replicas(options, project)), Start::say);
    }

    private static int replicas(Options options, Path project) {
        if (options.replicas() > 0) {
            return options.replicas();
        }
        return options.action() == Options.Action.START ? 1 : PidFile.replicas(project.resolve(".local/run"));
    }

    public static void main(String[] arguments) {
        try {
            new Start(Options.of(arguments)).run();
        } catch (Complaint e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private void run() {
        switch (options.action()) {
            case START -> start();
            case STOP -> stop();
            case STATUS -> status();
            case KILL -> stack.kill(options.name());
            case PAUSE -> stack.pause(options.name());
            case RESUME -> stack.resume(options.name());
            case UP -> stack.up(options.name());
        }
    }

    private void start() {
        if (stack.isRunning()) {
            throw new Complaint("A stack is running already; ./start --status shows it, ./start --stop stops it.");
        }
        if (options.fresh()) {
            stack.forget();
        }
        var stopped = new CountDownLatch(1);
        var hook = new Thread(() -> {
            stack.stop();
            stopped.countDown();
        });
        Runtime.getRuntime().addShutdownHook(hook);
        var began = System.nanoTime();
        stack.start();
        say("Ready after %.1f s.".formatted((System.nanoTime() - began) / 1e9));
        welcome();
        if (options.detached()) {
            Runtime.getRuntime().removeShutdownHook(hook);
            return;
        }
        say("Ctrl-C stops everything.");
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop() {
        if (!stack.isRunning()) {
            say("Nothing is running.");
        }
        stack.stop();
    }

    private void welcome() {
        var gateway = "http://127.0.0.1:" + stack.plan().port(Part.API_GATEWAY);
        say("");
        for (var member : stack.plan().members()) {
            say("  %-18s %s".formatted(member.name(), address(member)));
        }
        say("  %-18s %s".formatted("API key", API_KEY));
        say("");
        say("Try:");
        say("  curl -s -X POST %s/v1/payments \\".formatted(gateway));
        say("    -H 'Authorization: Bearer %s' -H 'Content-Type: application/json' \\".formatted(API_KEY));
        say("    -d '{\"order_id\":\"order-%d\",\"amount\":1500,\"currency\":\"EUR\"}'"
                .formatted(ProcessHandle.current().pid()));
        say("");
    }

    private static String address(Member member) {
        return switch (member.part()) {
            case POSTGRES -> "127.0.0.1:%d, database payonce, user postgres".formatted(member.port());
            case KAFKA -> "127.0.0.1:" + member.port();
            default -> member.url();
        };
    }

    private void status() {
        say("%-18s %-8s %8s %6s %-24s %8s".formatted("name", "state", "pid", "port", "port variable", "memory"));
        for (var member : stack.plan().members()) {
            var process = stack.process(member.name());
            var state = process.map(handle -> Signals.isPaused(handle) ? "paused" : "up")
                    .orElse("down");
            say("%-18s %-8s %8s %6d %-24s %8s"
                    .formatted(
                            member.name(),
                            state,
                            process.map(handle -> Long.toString(handle.pid())).orElse("-"),
                            member.port(),
                            member.part().portVariable(),
                            process.map(handle -> Signals.residentBytes(handle) / (1024 * 1024) + " MB")
                                    .orElse("-")));
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
