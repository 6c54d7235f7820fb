package io.payonce.reconciler;

import io.payonce.schema.broker.BrokerHealth;
import io.payonce.schema.broker.DeadLetters;
import io.payonce.schema.point.ArmedPoints;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.store.StoreConfiguration;
import io.payonce.schema.value.Ids;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The shared pieces; the only place that asks the system for time and randomness. */
@Configuration(proxyBeanMethods = false)
@Import({StoreConfiguration.class, BrokerHealth.class, DeadLetters.class})
@EnableScheduling
class ReconcilerConfiguration {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Ids ids(Clock clock) {
        return new Ids(clock, new SecureRandom());
    }

    @Bean
    @ConditionalOnMissingBean
    Checkpoint checkpoint(@Value("${PAYONCE_ARMED_POINTS:}") String folder) {
        return ArmedPoints.in(folder);
    }
}
