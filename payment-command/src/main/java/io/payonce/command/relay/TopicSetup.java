package io.payonce.command.relay;

import io.payonce.schema.event.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;

/** Makes the topics if they are not there; one that exists is left as it is. */
@Component
class TopicSetup {
    private static final int ANSWER_SECONDS_MAX = 5;
    private static final Logger log = LoggerFactory.getLogger(TopicSetup.class);

    private final KafkaProperties kafka;

    TopicSetup(KafkaProperties kafka) {
        this.kafka = kafka;
    }

    /** False if the broker did not answer in time. */
    boolean areThere() {
        var settings = Map.<String, Object>of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.getBootstrapServers(),
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_SECONDS_MAX * 1000,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_SECONDS_MAX * 1000);
        try (var admin = Admin.create(settings)) {
            var known = admin.listTopics().names().get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
            var missing = wanted().stream()
                    .filter(topic -> !known.contains(topic.name()))
                    .toList();
            for (var made : admin.createTopics(missing).values().values()) {
                made.get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
            }
            return true;
        } catch (ExecutionException e) {
            return e.getCause() instanceof TopicExistsException || unanswered(e);
        } catch (TimeoutException e) {
            return unanswered(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean unanswered(Exception failure) {
        log.warn("The broker does not answer; events wait in the outbox: {}", failure.toString());
        return false;
    }

    /** Replication is the broker's default, which is the operator's decision. */
    private static List<NewTopic> wanted() {
        var wanted = new ArrayList<NewTopic>();
        for (var topic : Topics.all()) {
            for (var name : List.of(topic, Topics.deadLetters(topic))) {
                wanted.add(new NewTopic(name, java.util.Optional.of(Topics.PARTITIONS), java.util.Optional.empty()));
            }
        }
        return wanted;
    }
}
