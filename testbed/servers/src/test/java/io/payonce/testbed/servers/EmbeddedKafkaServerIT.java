package io.payonce.testbed.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker of ours is a real one: what it acknowledged survives kill -9, and a paused one comes back. */
class EmbeddedKafkaServerIT {
    @TempDir
    Path folder;

    @Test
    void topicsSurviveKillNineAndAPause() throws Exception {
        var broker = new EmbeddedKafkaServer(folder, FreePort.find(), FreePort.find()).start();
        try {
            makeTopic(broker, "kept");

            broker.process().killHard();
            broker.start();
            broker.process().pause();
            broker.process().resume();

            assertThat(topics(broker)).contains("kept");
            broker.deleteAllTopics();
            assertThat(topics(broker)).isEmpty();
        } finally {
            broker.process().killHard();
        }
    }

    private static void makeTopic(KafkaServer broker, String name) throws Exception {
        try (var admin = admin(broker)) {
            admin.createTopics(List.of(new NewTopic(name, Optional.of(1), Optional.empty())))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private static java.util.Set<String> topics(KafkaServer broker) throws Exception {
        try (var admin = admin(broker)) {
            return admin.listTopics().names().get(30, TimeUnit.SECONDS);
        }
    }

    private static Admin admin(KafkaServer broker) {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }
}
