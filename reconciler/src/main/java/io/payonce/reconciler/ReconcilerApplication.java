package io.payonce.reconciler;

import io.payonce.schema.broker.RedriveCommand;
import io.payonce.schema.event.Topics;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A long-lived consumer that applies what was seen at providers. */
@SpringBootApplication
public class ReconcilerApplication {
    public static void main(String[] args) {
        if (RedriveCommand.isMeant(args)) {
            System.exit(RedriveCommand.run(args, Topics.PROVIDER_REPORTS));
        }
        SpringApplication.run(ReconcilerApplication.class, args);
    }
}
