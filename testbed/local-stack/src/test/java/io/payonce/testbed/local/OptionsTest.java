package io.payonce.testbed.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.testbed.local.Options.Action;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line and the plan it leads to: what is understood, and what is refused with a word about it. */
class OptionsTest {
    @Test
    void withoutOptionsOneOfEachIsStarted() {
        assertThat(Options.of()).isEqualTo(new Options(Action.START, "", false, false, 0));
    }

    @Test
    void optionsOfAStartAreUnderstood() {
        assertThat(Options.of("--fresh", "--detach", "--replicas", "2"))
                .isEqualTo(new Options(Action.START, "", true, true, 2));
    }

    @Test
    void drillsNameTheirProcess() {
        assertThat(Options.of("--kill", "kafka").name()).isEqualTo("kafka");
        assertThat(Options.of("--up", "payment-command-2").action()).isEqualTo(Action.UP);
    }

    @Test
    void laterCommandsKnowHowManyWereStarted(@TempDir Path folder) throws IOException {
        assertThat(PidFile.replicas(folder.resolve("none"))).isEqualTo(1);
        for (var name :
                new String[] {"kafka.pid", "payment-command.pid", "payment-command-2.pid", "reconciler-3.pid"}) {
            Files.writeString(folder.resolve(name), "1 1");
        }
        assertThat(PidFile.replicas(folder)).isEqualTo(3);
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> Options.of("--frehs"))
                .isInstanceOf(Complaint.class)
                .hasMessageContaining("--frehs");
        assertThatThrownBy(() -> Options.of("--kill")).isInstanceOf(Complaint.class);
        assertThatThrownBy(() -> Options.of("--replicas", "0")).isInstanceOf(Complaint.class);
        assertThatThrownBy(() -> Options.of("--replicas", "many")).isInstanceOf(Complaint.class);
    }

    @Test
    void portsAreThoseOfTheContractUnlessAVariableSaysOtherwise() {
        var plan = StackPlan.local(Path.of("."), Map.of("PAYONCE_KAFKA_PORT", "29092"), 2);

        assertThat(plan.port(Part.API_GATEWAY)).isEqualTo(8080);
        assertThat(plan.port(Part.PAYMENT_COMMAND)).isEqualTo(8081);
        assertThat(plan.port(Part.PAYMENT_WORKER)).isEqualTo(8082);
        assertThat(plan.port(Part.RECONCILER)).isEqualTo(8083);
        assertThat(plan.port(Part.SANDBOX)).isEqualTo(8090);
        assertThat(plan.port(Part.POSTGRES)).isEqualTo(15432);
        assertThat(plan.port(Part.KAFKA)).isEqualTo(29092);
        assertThat(plan.members().stream().map(Member::name))
                .contains("payment-command", "payment-command-2", "kafka")
                .doesNotContain("kafka-2");
        assertThat(plan.members().stream().map(Member::port).distinct()).hasSameSizeAs(plan.members());
    }

    @Test
    void portThatIsNoneIsRefusedByTheNameOfItsVariable() {
        assertThatThrownBy(() -> StackPlan.local(Path.of("."), Map.of("PAYONCE_KAFKA_PORT", "x"), 1))
                .isInstanceOf(Complaint.class)
                .hasMessageContaining("PAYONCE_KAFKA_PORT");
    }
}
