package io.payonce.gateway.route;

import static org.springframework.cloud.gateway.server.mvc.handler.HandlerFunctions.http;

import io.payonce.gateway.problem.Problem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.server.mvc.common.MvcUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * What goes to payment-command. An instance that cannot be connected to is passed over; a request that may have arrived
 * is never sent a second time, the client decides about that with its key.
 */
@Configuration(proxyBeanMethods = false)
class CommandRoutes {
    private static final int RETRY_AFTER_SECONDS = 1;
    private static final Logger log = LoggerFactory.getLogger(CommandRoutes.class);

    @Bean
    RouterFunction<ServerResponse> commands(CommandInstances instances) {
        return RouterFunctions.route(
                RequestPredicates.path("/v1/payments")
                        .or(RequestPredicates.path("/v1/payments/**"))
                        .or(RequestPredicates.path("/v1/orders/**"))
                        .or(RequestPredicates.path("/v3/api-docs")),
                request -> forward(request, instances));
    }

    private static ServerResponse forward(ServerRequest request, CommandInstances instances) throws Exception {
        for (var instance : instances.inTurn()) {
            try {
                MvcUtils.setRequestUrl(request, instance);
                return http().handle(request);
            } catch (ResourceAccessException | IOException e) {
                if (!neverArrived(e)) {
                    log.warn("{} {} got no answer from {}: {}", request.method(), request.path(), instance, cause(e));
                    return unavailable("The request got no answer; it may have taken effect. Repeat it with its key.");
                }
                log.warn("{} cannot be reached: {}", instance, cause(e));
            }
        }
        return unavailable("The service cannot be reached; repeat the request.");
    }

    private static ServerResponse unavailable(String detail) {
        var problem = Problem.of(HttpStatus.SERVICE_UNAVAILABLE, "service_unavailable", detail);
        return ServerResponse.status(problem.status())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .header("Retry-After", Integer.toString(RETRY_AFTER_SECONDS))
                .body(problem.json());
    }

    private static boolean neverArrived(@Nullable Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
                return true;
            }
        }
        return false;
    }

    private static String cause(Throwable failure) {
        return failure.getCause() == null
                ? failure.toString()
                : failure.getCause().toString();
    }
}
