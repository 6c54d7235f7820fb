package io.payonce.testbed.servers;

import org.testcontainers.kafka.KafkaContainer;

/** The same broker from a container; needs a Docker engine. */
final class ContainerKafkaServer implements KafkaServer {
    private final KafkaContainer container =
            new KafkaContainer("apache/kafka:4.3.1").withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");

    ContainerKafkaServer start() {
        container.start();
        return this;
    }

    @Override
    public String bootstrapServers() {
        return container.getBootstrapServers();
    }
}
