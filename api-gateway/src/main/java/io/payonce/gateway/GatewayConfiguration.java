package io.payonce.gateway;

import io.payonce.providers.Providers;
import io.payonce.providers.sandbox.SandboxProvider;
import io.payonce.schema.broker.BrokerHealth;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.point.ArmedPoints;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.value.Ids;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** The shared pieces; the only place that asks the system for time and randomness. */
@Configuration(proxyBeanMethods = false)
@Import(BrokerHealth.class)
class GatewayConfiguration {
    /** The secret everybody knows: with it, anybody could report anything as paid. */
    private static final String LOCAL_CALLBACK_SECRET = "local-callback-secret";

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
    Checkpoint checkpoint(@Value("${PAYONCE_ARMED_POINTS:}") String folder) {
        return ArmedPoints.in(folder);
    }

    @Bean
    Providers providers(GatewayProperties properties, Environment environment) {
        var secrets = properties.callbackSecrets().getOrDefault(SandboxProvider.NAME, List.of());
        if (secrets.isEmpty() || secrets.stream().anyMatch(String::isBlank)) {
            throw new StartRefused("PAYONCE_SANDBOX_CALLBACK_SECRET is not set");
        }
        if (secrets.contains(LOCAL_CALLBACK_SECRET) && !environment.acceptsProfiles(Profiles.of("local"))) {
            throw new StartRefused("the local callback secret is refused outside the profile local");
        }
        return new Providers(List.of(SandboxProvider.forCallbacks(secrets)));
    }
}
