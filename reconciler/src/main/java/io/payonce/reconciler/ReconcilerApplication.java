package io.payonce.reconciler;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A long-lived consumer that applies what was seen at providers. */
@SpringBootApplication
public class ReconcilerApplication {
    public static void main(String[] args) {
        SpringApplication.run(ReconcilerApplication.class, args);
    }
}
