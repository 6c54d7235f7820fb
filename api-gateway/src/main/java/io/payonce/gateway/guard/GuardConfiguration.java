package io.payonce.gateway.guard;

import io.github.bucket4j.TimeMeter;
import io.payonce.gateway.GatewayProperties;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;

/** The limits, and what Tomcat does not do by itself against connections that only cost. */
@Configuration(proxyBeanMethods = false)
class GuardConfiguration {
    private final Duration headTimeMax;
    private volatile @Nullable HeadDeadline connector;

    GuardConfiguration(GatewayProperties properties) {
        this.headTimeMax = properties.headTimeMax();
    }

    @Bean
    static WebServerFactoryCustomizer<TomcatServletWebServerFactory> boundedConnections() {
        return factory -> {
            factory.setProtocol(HeadDeadline.class.getName());
            // Else every body would be asked for before its head was looked at.
            factory.addConnectorCustomizers(connector -> connector.setProperty("continueResponseTiming", "onRead"));
            factory.addEngineValves(new CutOffValve());
        };
    }

    /** Not the clock of the day: one that is set back would stop the refill. */
    @Bean
    static RateLimits rateLimits(GatewayProperties properties) {
        return new RateLimits(properties, TimeMeter.SYSTEM_NANOTIME);
    }

    @EventListener
    void started(WebServerInitializedEvent event) {
        if (event.getWebServer() instanceof TomcatWebServer server
                && server.getTomcat().getConnector().getProtocolHandler() instanceof HeadDeadline deadline) {
            connector = deadline;
        }
    }

    @Scheduled(fixedDelay = 1000)
    void runOnce() {
        var current = connector;
        if (current != null) {
            current.closeSlow(headTimeMax);
        }
    }
}
