package io.payonce.testbed.local;

import io.payonce.testbed.servers.EmbeddedKafkaServer;
import io.payonce.testbed.servers.EmbeddedPostgresServer;
import io.payonce.testbed.servers.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * A stack on this machine. Its processes are known by pid files, so that any later run of this program can drill or
 * stop what an earlier one started.
 */
public final class LocalStack {
    private static final Duration READY_TIME_MAX = Duration.ofMinutes(2);
    private static final Duration STOP_TIME_MAX = Duration.ofSeconds(30);

    private final StackPlan plan;
    private final ServiceCommand services;
    private final Consumer<String> progress;

    /** @param progress is told one line per step */
    public LocalStack(StackPlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.services = new ServiceCommand(plan);
        this.progress = progress;
    }

    /**
     * Starts everything and returns when all of it is ready.
     *
     * @throws Complaint if a port is taken or a process does not come up; nothing is left running then
     */
    public void start() {
        plan.members().forEach(this::complainIfTaken);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var postgres = threads.submit(() -> up(first(Part.POSTGRES)));
            var others = new ArrayList<Future<?>>();
            others.add(threads.submit(() -> up(first(Part.KAFKA))));
            others.add(threads.submit(() -> up(first(Part.SANDBOX))));
            await(List.of(postgres));
            for (var part : List.of(Part.PAYMENT_COMMAND, Part.PAYMENT_WORKER, Part.RECONCILER, Part.API_GATEWAY)) {
                plan.members(part).forEach(member -> others.add(threads.submit(() -> up(member))));
            }
            await(others);
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    private static void await(List<? extends Future<?>> tasks) {
        try {
            for (var task : tasks) {
                task.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Complaint("Stopped while starting.");
        }
    }

    private Member first(Part part) {
        return plan.members(part).getFirst();
    }

    private void complainIfTaken(Member member) {
        complainIfTaken(member, member.port());
        if (member.part() == Part.KAFKA) {
            complainIfTaken(member, controllerPort(member));
        }
    }

    private static void complainIfTaken(Member member, int port) {
        try (var probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            probe.setReuseAddress(true);
        } catch (IOException e) {
            throw new Complaint("Port %d, wanted for %s, is taken; set %s to another one."
                    .formatted(port, member.name(), member.part().portVariable()));
        }
    }

    /** Starts one member that is down and waits until it is ready. */
    public void up(Member member) {
        var began = System.nanoTime();
        progress.accept("%-18s starting".formatted(member.name()));
        switch (member.part()) {
            case POSTGRES -> startPostgres(member);
            case KAFKA -> startKafka(member);
            default -> startService(member);
        }
        progress.accept("%-18s ready after %.1f s".formatted(member.name(), (System.nanoTime() - began) / 1e9));
    }

    private void startPostgres(Member member) {
        var server = new EmbeddedPostgresServer(
                plan.data().resolve("postgres"),
                member.port(),
                plan.environment().getOrDefault(Part.POSTGRES, Map.of()));
        server.start();
        pidFile(member.name()).write(server.process().pid());
        try (var connection = server.connect("postgres");
                var statement = connection.createStatement()) {
            var known = statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = 'payonce'");
            if (!known.next()) {
                statement.execute("CREATE DATABASE payonce");
            }
        } catch (SQLException e) {
            throw new IllegalStateException("cannot make the database", e);
        }
    }

    private void startKafka(Member member) {
        var broker = new EmbeddedKafkaServer(
                plan.data().resolve("kafka"), member.port(), controllerPort(member), ServiceCommand.moreOptions());
        broker.start();
        pidFile(member.name()).write(broker.process().pid());
    }

    private static int controllerPort(Member broker) {
        return broker.port() + 1;
    }

    private void startService(Member member) {
        var process = ServerProcess.start(
                member.name(), services.command(member), services.environment(member), freshLog(member));
        pidFile(member.name()).write(process.pid());
        var path = member.part() == Part.SANDBOX ? "/actuator/health" : "/actuator/health/readiness";
        try {
            process.awaitReady(() -> Probe.isUp(member.url() + path), READY_TIME_MAX);
        } catch (IllegalStateException e) {
            throw new Complaint(String.valueOf(e.getMessage()));
        }
    }

    /** One older log is kept; a log never grows over more than one run. */
    private Path freshLog(Member member) {
        var log = log(member);
        try {
            Files.createDirectories(plan.data().resolve("logs"));
            if (Files.exists(log)) {
                Files.move(
                        log,
                        plan.data().resolve("logs/" + member.name() + ".log.1"),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare the log " + log, e);
        }
        return log;
    }

    public Path log(Member member) {
        return plan.data().resolve("logs/" + member.name() + ".log");
    }

    /** Stops whatever runs, clients before servers. */
    public void stop() {
        for (var part : Part.values()) {
            for (var name : remembered(part)) {
                stopOne(part, name);
            }
        }
    }

    private void stopOne(Part part, String name) {
        process(name).ifPresent(process -> {
            progress.accept("%-18s stopping".formatted(name));
            // For PostgreSQL INT is the fast shutdown, TERM would wait for its clients.
            Signals.stop(process, part == Part.POSTGRES ? "INT" : "TERM", STOP_TIME_MAX);
        });
        pidFile(name).delete();
    }

    private List<String> remembered(Part part) {
        try (var files = Files.exists(pidFolder()) ? Files.list(pidFolder()) : java.util.stream.Stream.<Path>of()) {
            return files.map(file -> file.getFileName().toString().replaceAll("\\.pid$", ""))
                    .filter(name -> name.replaceAll("-[0-9]+$", "").equals(part.label()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isRunning() {
        for (var part : Part.values()) {
            if (remembered(part).stream().anyMatch(name -> process(name).isPresent())) {
                return true;
            }
        }
        return false;
    }

    /** kill -9. */
    public void kill(String name) {
        Signals.kill(running(name));
    }

    public void pause(String name) {
        Signals.pause(running(name));
    }

    public void resume(String name) {
        Signals.resume(running(name));
    }

    /** Starts a member again that is down. */
    public void up(String name) {
        var member = plan.member(name).orElseThrow(() -> unknown(name));
        if (process(name).isPresent()) {
            throw new Complaint(name + " is running already.");
        }
        up(member);
    }

    /** The process of that name, if it runs. */
    public Optional<ProcessHandle> process(String name) {
        return pidFile(name).process();
    }

    private ProcessHandle running(String name) {
        return process(name)
                .orElseThrow(
                        () -> plan.member(name).isPresent() ? new Complaint(name + " is not running.") : unknown(name));
    }

    private Complaint unknown(String name) {
        return new Complaint("There is no %s; known are %s."
                .formatted(
                        name,
                        String.join(
                                ", ", plan.members().stream().map(Member::name).toList())));
    }

    public StackPlan plan() {
        return plan;
    }

    private PidFile pidFile(String name) {
        return new PidFile(pidFolder(), name);
    }

    private Path pidFolder() {
        return plan.data().resolve("run");
    }

    /** Removes all data; nothing may run. */
    public void forget() {
        try (var files = Files.exists(plan.data()) ? Files.walk(plan.data()) : java.util.stream.Stream.<Path>of()) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot empty " + plan.data(), e);
        }
    }
}
