package io.payonce.testbed.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How a service or the sandbox is started: its jar, its memory, its environment. */
final class ServiceCommand {
    private final StackPlan plan;

    ServiceCommand(StackPlan plan) {
        this.plan = plan;
    }

    List<String> command(Member member) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + member.part().heapMegabytes() + "m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData",
                "-Xshare:auto"));
        command.addAll(moreOptions());
        command.addAll(List.of("-jar", jar(member.part()).toString()));
        return command;
    }

    /** What {@code PAYONCE_JAVA_OPTS} adds to each JVM. */
    static List<String> moreOptions() {
        var more = System.getenv("PAYONCE_JAVA_OPTS");
        return more == null || more.isBlank() ? List.of() : List.of(more.strip().split("\\s+"));
    }

    private Path jar(Part part) {
        var module = part == Part.SANDBOX ? Path.of("testbed", "sandbox") : Path.of(part.label());
        var target = plan.project().resolve(module).resolve("target");
        try (var files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().endsWith("-app.jar"))
                    .findFirst()
                    .orElseThrow(() -> new Complaint("There is no runnable jar in " + target + "; build first."));
        } catch (IOException e) {
            throw new UncheckedIOException("Build first: " + target + " cannot be read", e);
        }
    }

    Map<String, String> environment(Member member) {
        var all = new HashMap<String, String>();
        all.put("PAYONCE_ADDRESS", "127.0.0.1");
        all.put("PAYONCE_PORT", Integer.toString(member.port()));
        all.put("PAYONCE_KAFKA", "127.0.0.1:" + plan.port(Part.KAFKA));
        all.put("SPRING_PROFILES_ACTIVE", "local");
        all.put("PAYONCE_DB_URL", "jdbc:postgresql://127.0.0.1:" + plan.port(Part.POSTGRES) + "/payonce");
        all.put("PAYONCE_SANDBOX_URL", url(Part.SANDBOX));
        all.put("PAYONCE_SANDBOX_PORT", Integer.toString(plan.port(Part.SANDBOX)));
        all.put("PAYONCE_SANDBOX_DATA", plan.data().resolve("sandbox").toString());
        all.put("PAYONCE_CALLBACK_BASE_URL", url(Part.API_GATEWAY));
        all.put("PAYONCE_GATEWAY_URL", url(Part.API_GATEWAY));
        all.put("PAYONCE_WEBHOOK_URL", url(Part.SANDBOX) + "/shop/webhooks");
        all.put(
                "PAYONCE_COMMAND_URLS",
                plan.members(Part.PAYMENT_COMMAND).stream().map(Member::url).collect(Collectors.joining(",")));
        all.putAll(plan.environment().getOrDefault(member.part(), Map.of()));
        return all;
    }

    private String url(Part part) {
        return "http://127.0.0.1:" + plan.port(part);
    }
}
