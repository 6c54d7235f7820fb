package io.payonce.gateway.problem;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts {@link ProblemValve} in the place of Tomcat's error pages. */
@Configuration(proxyBeanMethods = false)
class ProblemConfiguration {
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsInsteadOfPages(RequestIds requestIds) {
        return factory -> factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                // The class, so that Tomcat adds none of its own; the valve, because ours needs something.
                host.setErrorReportValveClass(ProblemValve.class.getName());
                host.getPipeline().addValve(new ProblemValve(requestIds));
            }
        });
    }
}
