package io.payonce.testbed.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The compose file agrees with what the services bind and with the contract, as far as that shows without Docker. */
class ComposeTest {
    private static final Path PROJECT = Path.of("..", "..");

    /** The ports of the contract, and the port inside the container. */
    private static final Map<String, String> PORTS = Map.of(
            "api-gateway", "127.0.0.1:8080:8080",
            "payment-command", "127.0.0.1:8081:8081",
            "payment-worker", "127.0.0.1:8082:8082",
            "reconciler", "127.0.0.1:8083:8083",
            "sandbox", "127.0.0.1:8090:8090",
            "postgres", "127.0.0.1:15432:5432",
            "kafka", "127.0.0.1:19092:19092");

    private final Map<String, Map<String, Object>> services = services();

    @Test
    void namesAndPortsAreThoseOfTheContract() {
        var published = new TreeMap<String, Object>();
        services.forEach(
                (name, service) -> published.put(name, list(service, "ports").getFirst()));

        assertThat(published).containsExactlyInAnyOrderEntriesOf(new TreeMap<>(PORTS));
    }

    @Test
    void everyVariableIsBoundByItsService() throws IOException {
        for (var name : List.of("api-gateway", "payment-command", "payment-worker", "reconciler")) {
            var bound = placeholders(Files.readString(PROJECT.resolve(name + "/src/main/resources/application.yml")));
            var set = new TreeSet<>(environment(name).keySet());
            set.remove("SPRING_PROFILES_ACTIVE");

            assertThat(bound).as(name).containsAll(set);
        }
        try (var sources = Files.walk(PROJECT.resolve("testbed/sandbox/src/main/java"))) {
            var text = new StringBuilder();
            for (var source :
                    sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                text.append(Files.readString(source));
            }
            assertThat(environment("sandbox").keySet()).allMatch(name -> text.indexOf('"' + name + '"') >= 0);
        }
    }

    @Test
    void everySecretWithoutALocalDefaultIsSet() throws IOException {
        for (var name : List.of("api-gateway", "payment-command", "payment-worker", "reconciler")) {
            var yaml = Files.readString(PROJECT.resolve(name + "/src/main/resources/application.yml"));
            var local = "local".equals(environment(name).get("SPRING_PROFILES_ACTIVE"));
            var required = Pattern.compile("\\$\\{(PAYONCE_[A-Z_]+)}")
                    .matcher(yaml)
                    .results()
                    .map(found -> found.group(1))
                    .filter(variable -> !local || !yaml.contains("${" + variable + ":"))
                    .collect(Collectors.toSet());

            assertThat(environment(name).keySet()).as(name).containsAll(required);
        }
    }

    @Test
    void everyImageIsBuiltFromAModuleThatMakesAnApp() throws IOException {
        for (var name : List.of("api-gateway", "payment-command", "payment-worker", "reconciler", "sandbox")) {
            var build = map(service(name), "build");
            var module = String.valueOf(map(build, "args").get("MODULE"));

            assertThat(Files.readString(PROJECT.resolve(module).resolve("pom.xml")))
                    .as(module)
                    .contains("spring-boot-maven-plugin");
        }
    }

    @Test
    void postgresDecodesItsLogAndKnowsItsLimits() {
        assertThat(String.valueOf(service("postgres").get("command")))
                .contains("wal_level=logical", "max_slot_wal_keep_size", "wal_sender_timeout=10s");
        assertThat(service("postgres").get("image")).isEqualTo("postgres:18.4");
        assertThat(service("kafka").get("image")).isEqualTo("apache/kafka:4.3.1");
    }

    private Map<String, Object> service(String name) {
        return services.getOrDefault(name, Map.of());
    }

    private Map<String, Object> environment(String service) {
        return map(service(service), "environment");
    }

    private static Set<String> placeholders(String yaml) {
        return Pattern.compile("\\$\\{([A-Z_]+)")
                .matcher(yaml)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    private static Map<String, Map<String, Object>> services() {
        try {
            Map<String, Map<String, Map<String, Object>>> compose =
                    new Yaml().load(Files.readString(PROJECT.resolve("docker-compose.yml")));
            return compose.getOrDefault("services", Map.of());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> owner, String member) {
        return owner.get(member) instanceof Map<?, ?> found ? (Map<String, Object>) found : Map.of();
    }

    private static List<?> list(Map<String, Object> owner, String member) {
        return owner.get(member) instanceof List<?> found ? found : List.of();
    }
}
