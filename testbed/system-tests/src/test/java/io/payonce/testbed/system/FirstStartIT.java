package io.payonce.testbed.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C48, its first half: the very first start of two of everything, while customers are already at the door. */
@Tag("long")
class FirstStartIT {
    private static final String FOLDER = System.getProperty("payonce.stack.folder", "target/stack") + "-first";

    @Test
    void customersOfTheFirstSecondsAreServedOrAskedToComeBack() {
        try (var stack = SystemStack.onEmptyDatabase(FOLDER);
                var traffic = Traffic.start(stack.shop(), "first", 2000, 10)) {
            stack.start();

            var payments = traffic.close(50);
            // 0: nobody listened yet.
            assertThat(traffic.statuses()).isSubsetOf(0, 200, 201, 202, 503);
            assertThat(traffic.unanswered()).isEmpty();
            new Books(stack, payments).awaitAll("Registered").assertEachRegisteredOnce();
            assertThat(stack.query("SELECT slot_name FROM pg_replication_slots WHERE active"))
                    .isEqualTo(List.of("payonce_outbox"));
            assertThat(stack.count("SELECT count(*) FROM payonce.flyway_schema_history WHERE NOT success"))
                    .isZero();
        }
    }
}
