package io.payonce.gateway;

import io.payonce.providers.Providers;
import io.payonce.providers.sandbox.SandboxProvider;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.value.Ids;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The shared pieces; the only place that asks the system for time and randomness. */
@Configuration(proxyBeanMethods = false)
class GatewayConfiguration {
    @Bean
    @ConditionalOnMissingBean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Ids ids(Clock clock) {
        return new Ids(clock, new SecureRandom());
    }

    @Bean
    EventJson eventJson() {
        return new EventJson();
    }

    @Bean
    @ConditionalOnMissingBean
    Checkpoint checkpoint() {
        return Checkpoint.NONE;
    }

    @Bean
    Providers providers(GatewayProperties properties) {
        var secrets = properties.callbackSecrets().getOrDefault(SandboxProvider.NAME, List.of());
        return new Providers(List.of(SandboxProvider.forCallbacks(secrets)));
    }
}
