package io.payonce.testbed.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What only the text of the sources shows: each table is named by its own store, and SQL is never glued together. */
class TidyTest {
    private static final Path PROJECT = Path.of("..", "..");
    private static final List<String> MODULES =
            List.of("shared-schema", "payment-command", "payment-worker", "reconciler", "api-gateway", "providers");

    /** Who may name a table. A second name is a reader or housekeeper that the table's owner knows of. */
    private static final Map<String, List<String>> OWNERS = Map.ofEntries(
            Map.entry("orders", List.of("OrderStore")),
            Map.entry("payment_sessions", List.of("SessionStore")),
            Map.entry("accounting_entries", List.of("AccountingEntries")),
            Map.entry("outbox", List.of("Outbox", "OutboxReader", "OutboxStream")),
            Map.entry("processed_events", List.of("ProcessedEvents")),
            Map.entry("idempotency_keys", List.of("IdempotencyKeys")),
            Map.entry("provider_operations", List.of("OperationQueue", "EndedOperations", "QueueDepth", "SchemaProbe")),
            Map.entry("provider_calls", List.of("ProviderCalls")),
            Map.entry("incidents", List.of("Incidents")),
            Map.entry("late_payments", List.of("LatePayments", "Schema")),
            Map.entry("cancel_codes", List.of("CancelCodes")),
            Map.entry("notifications", List.of("NotificationQueue", "ParkedNotifications", "SchemaProbe")),
            Map.entry("relay_state", List.of("RelayState")));

    @Test
    void eachTableIsNamedByItsOwnStore() throws IOException {
        for (var source : sources()) {
            var text = Files.readString(source);
            var name = source.getFileName().toString().replace(".java", "");
            OWNERS.forEach((table, owners) -> {
                if (Pattern.compile("payonce\\." + table + "\\b(?!\\.)")
                        .matcher(text)
                        .find()) {
                    assertThat(owners)
                            .as("%s names the table %s", source, table)
                            .contains(name);
                }
            });
        }
    }

    @Test
    void sqlIsWrittenOnceAndNeverGlued() throws IOException {
        for (var source : sources()) {
            assertThat(Files.readString(source))
                    .as("%s: write two methods instead of gluing SQL", source)
                    .doesNotContainPattern("sql\\([^;]*?\"\\s*\\+")
                    .doesNotContainPattern("sql\\([^;]*?\\.formatted\\(");
        }
    }

    private static List<Path> sources() throws IOException {
        var all = new ArrayList<Path>();
        for (var module : MODULES) {
            try (var files = Files.walk(PROJECT.resolve(module + "/src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
            }
        }
        assertThat(all).hasSizeGreaterThan(100);
        return all;
    }
}
