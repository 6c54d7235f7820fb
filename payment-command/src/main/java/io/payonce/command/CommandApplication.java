package io.payonce.command;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** What a client asks for, and the relay that carries the outbox to Kafka. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class CommandApplication {
    public static void main(String[] args) {
        SpringApplication.run(CommandApplication.class, args);
    }
}
