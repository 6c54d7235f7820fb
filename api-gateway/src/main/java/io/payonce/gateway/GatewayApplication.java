package io.payonce.gateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The edge: who may ask, how much, and where it goes. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class GatewayApplication {
    public static void main(String[] args) {
        // A request that may have arrived is not sent again by the client library; what to repeat is decided here.
        System.setProperty("jdk.httpclient.disableRetryConnect", "true");
        SpringApplication.run(GatewayApplication.class, args);
    }
}
