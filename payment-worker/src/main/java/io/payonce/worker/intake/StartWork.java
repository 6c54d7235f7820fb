package io.payonce.worker.intake;

import io.payonce.worker.call.Pauses;
import io.payonce.worker.queue.OperationLoop;
import io.payonce.worker.store.SchemaProbe;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;

/**
 * Starts the loop and the listener once the tables are there. Until this runner returns the service lives but is not
 * ready; if the tables do not come in time, the start fails and whoever supervises the process tries again.
 */
public final class StartWork implements ApplicationRunner {
    private static final Logger log = LoggerFactory.getLogger(StartWork.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final SchemaProbe schema;
    private final OperationLoop loop;
    private final KafkaListenerEndpointRegistry listeners;
    private final Pauses pauses;
    private final Duration longest;

    public StartWork(
            SchemaProbe schema,
            OperationLoop loop,
            KafkaListenerEndpointRegistry listeners,
            Pauses pauses,
            Duration longest) {
        this.schema = schema;
        this.loop = loop;
        this.listeners = listeners;
        this.pauses = pauses;
        this.longest = longest;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        for (var looks = 0; !isSchemaThere(); looks++) {
            if (looks >= longest.toSeconds()) {
                throw new IllegalStateException("no tables in the database after " + longest.toSeconds()
                        + " looks; payment-command makes them when it starts");
            }
            if (looks % 10 == 0) {
                log.info("Waiting for the database and its tables, which payment-command makes when it starts");
            }
            if (!pauses.pass(PAUSE)) {
                return;
            }
        }
        loop.start();
        listeners.getListenerContainers().forEach(org.springframework.context.Lifecycle::start);
        log.info("The tables are there: work begins");
    }

    private boolean isSchemaThere() {
        try {
            return schema.isThere();
        } catch (DataAccessException e) {
            log.debug("The database does not answer", e);
            return false;
        }
    }
}
