package io.payonce.worker.housekeeping;

import io.payonce.schema.schedule.JitteredTrigger;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;

/** When the rounds are. */
@Configuration(proxyBeanMethods = false)
class HousekeepingConfiguration implements SchedulingConfigurer {
    private final Housekeeping housekeeping;
    private final HousekeepingProperties properties;
    private final RandomGenerator random;

    HousekeepingConfiguration(Housekeeping housekeeping, HousekeepingProperties properties, RandomGenerator random) {
        this.housekeeping = housekeeping;
        this.properties = properties;
        this.random = random;
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar tasks) {
        tasks.addTriggerTask(housekeeping::runOnce, new JitteredTrigger(properties.interval(), random));
    }
}
