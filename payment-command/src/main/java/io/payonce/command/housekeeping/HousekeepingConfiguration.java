package io.payonce.command.housekeeping;

import io.payonce.schema.schedule.JitteredTrigger;
import java.security.SecureRandom;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;

/** When the rounds are. */
@Configuration(proxyBeanMethods = false)
class HousekeepingConfiguration implements SchedulingConfigurer {
    private final Housekeeping housekeeping;
    private final HousekeepingProperties properties;

    HousekeepingConfiguration(Housekeeping housekeeping, HousekeepingProperties properties) {
        this.housekeeping = housekeeping;
        this.properties = properties;
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar tasks) {
        tasks.addTriggerTask(housekeeping::runOnce, new JitteredTrigger(properties.interval(), new SecureRandom()));
    }
}
