package io.payonce.worker.intake;

import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.ExponentialBackOff;

/** How the listener meets failure: the batch is taken again, without end. */
@Configuration(proxyBeanMethods = false)
class IntakeConfiguration {
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long LONGEST_PAUSE_MILLIS = 5000;

    /** What reaches it is a dependency that is down, or a bug: neither is a reason to skip a record. */
    @Bean
    DefaultErrorHandler errorHandler() {
        var backOff = new ExponentialBackOff(FIRST_PAUSE_MILLIS, 2);
        backOff.setMaxInterval(LONGEST_PAUSE_MILLIS);
        var handler = new DefaultErrorHandler(backOff);
        handler.setClassifications(Map.of(), true);
        return handler;
    }
}
