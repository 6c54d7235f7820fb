package io.payonce.worker;

import io.payonce.schema.broker.RedriveCommand;
import io.payonce.schema.event.Topics;
import io.payonce.worker.notify.RedriveNotifications;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Registers, asks for and reverses payments at their providers. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class WorkerApplication {
    public static void main(String[] args) {
        if (RedriveCommand.isMeant(args)) {
            System.exit(RedriveCommand.run(args, Topics.COMMANDS, Topics.PAYMENT_EVENTS));
        }
        if (RedriveNotifications.isAskedFor(args)) {
            System.exit(RedriveNotifications.run(args, System.out));
        }
        SpringApplication.run(WorkerApplication.class, args);
    }
}
