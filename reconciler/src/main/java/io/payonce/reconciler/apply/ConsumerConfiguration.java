package io.payonce.reconciler.apply;

import io.payonce.schema.broker.DeadLetters;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;
import org.springframework.util.backoff.FixedBackOff;

/** What happens when a report cannot be applied now: a dependency is waited for, a bug is tried and then set aside. */
@Configuration(proxyBeanMethods = false)
class ConsumerConfiguration {
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long PAUSE_MILLIS_MAX = 2_000;
    private static final long TRIES_OF_A_BUG_MAX = 5;

    @Bean
    CommonErrorHandler reportErrors(DeadLetters deadLetters) {
        var handler =
                new DefaultErrorHandler((record, failure) -> bury(deadLetters, record, failure), waitForDependency());
        handler.setBackOffFunction((record, failure) ->
                isBug(failure) ? new FixedBackOff(PAUSE_MILLIS_MAX, TRIES_OF_A_BUG_MAX) : waitForDependency());
        return handler;
    }

    @SuppressWarnings("unchecked")
    private static void bury(DeadLetters deadLetters, ConsumerRecord<?, ?> record, Exception failure) {
        deadLetters.publish((ConsumerRecord<byte[], byte[]>) record, "cannot be applied: " + cause(failure));
    }

    /** Without end: the report is not lost, and nothing behind it may overtake it. */
    private static BackOff waitForDependency() {
        var pauses = new ExponentialBackOff(FIRST_PAUSE_MILLIS, 2);
        pauses.setMaxInterval(PAUSE_MILLIS_MAX);
        return pauses;
    }

    private static boolean isBug(Exception failure) {
        var cause = cause(failure);
        return cause instanceof IllegalStateException
                || (cause instanceof NonTransientDataAccessException
                        && !(cause instanceof NonTransientDataAccessResourceException));
    }

    private static Throwable cause(Exception failure) {
        return failure.getCause() == null ? failure : failure.getCause();
    }
}
