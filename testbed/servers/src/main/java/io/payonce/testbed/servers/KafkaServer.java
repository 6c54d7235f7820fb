package io.payonce.testbed.servers;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** A running Kafka broker. */
public interface KafkaServer {
    String bootstrapServers();

    /** Removes every topic, so that the next test starts with none. */
    default void deleteAllTopics() {
        try (var admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) bootstrapServers()))) {
            admin.deleteTopics(admin.listTopics().names().get()).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot delete the topics", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
