package io.payonce.schema.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.servers.TestServers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** A broker is up once it has answered, and down before that, whatever its name leads to. */
class BrokerHealthIT {
    /** A broker that has just started takes its time with the first answer. */
    private static final int LOOKS_MAX = 20;

    @Test
    void brokerIsUpOnceItHasAnsweredAndDownBefore() {
        var health = health(TestServers.kafka().bootstrapServers());

        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        for (var look = 0; look < LOOKS_MAX && !Status.UP.equals(health.health().getStatus()); look++) {
            health.runOnce();
        }
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);

        health.destroy();
    }

    @Test
    void brokerWhoseNameNobodyKnowsIsDownAndStopsNoStart() {
        var health = health("no-such-broker.invalid:9092");

        health.runOnce();
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);

        health.destroy();
    }

    @Test
    void brokerThatIsAwayIsDown() {
        var health = health("127.0.0.1:1");

        health.runOnce();
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);

        health.destroy();
    }

    private static BrokerHealth health(String servers) {
        var kafka = new KafkaProperties();
        kafka.setBootstrapServers(List.of(servers));
        return new BrokerHealth(kafka);
    }
}
