package io.payonce.command.wait;

import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.stereotype.Component;

/** Switches the listening on, once the topics are there: a consumer that came before them would hear late. */
@Component
public class Wakeups {
    static final String LISTENER = "payment-event-wakeups";

    private final KafkaListenerEndpointRegistry listeners;

    Wakeups(KafkaListenerEndpointRegistry listeners) {
        this.listeners = listeners;
    }

    /** Does nothing if it is on already. */
    public void start() {
        var listener = listeners.getListenerContainer(LISTENER);
        if (listener != null && !listener.isRunning()) {
            listener.start();
        }
    }

    /** Whether events reach this instance; before that, waits end with their time. */
    public boolean areHeard() {
        var listener = listeners.getListenerContainer(LISTENER);
        return listener != null
                && listener.getAssignedPartitions() != null
                && !listener.getAssignedPartitions().isEmpty();
    }
}
