package io.payonce.gateway.route;

import io.payonce.gateway.problem.RequestIds;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.springframework.cloud.gateway.server.mvc.filter.HttpHeadersFilter.ResponseHttpHeadersFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;

/** How payment-command is called: each request is sent once, and its answer, also a redirect, is handed back. */
@Configuration(proxyBeanMethods = false)
class CommandHttpConfiguration {
    private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(2);

    /** Longer than the 20 s a client may ask payment-command to wait. */
    private static final Duration ANSWER_TIME_MAX = Duration.ofSeconds(30);

    @Bean(destroyMethod = "shutdownNow")
    HttpClient commandHttpClient() {
        sendOnlyOnce();
        return HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(CONNECT_TIME_MAX)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
    }

    /** An answer is read whole before any of it is handed on: what breaks off in the middle is no answer. */
    @Bean
    ClientHttpRequestFactory commandHttp(HttpClient commandHttpClient) {
        var factory = new JdkClientHttpRequestFactory(commandHttpClient, Executors.newVirtualThreadPerTaskExecutor());
        factory.setReadTimeout(ANSWER_TIME_MAX);
        factory.enableCompression(false);
        return new BufferingClientHttpRequestFactory(factory);
    }

    /** The edge has named the request already. */
    @Bean
    ResponseHttpHeadersFilter oneRequestId() {
        return (headers, response) -> {
            var kept = new HttpHeaders(headers);
            kept.remove(RequestIds.HEADER);
            return kept;
        };
    }

    /**
     * By itself the client repeats a GET whose reused connection was closed, and a refused connect. Its limits are read
     * once per process, when the first client is used, so this must come before any other use.
     */
    private static void sendOnlyOnce() {
        System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
        System.setProperty("jdk.httpclient.disableRetryConnect", "true");
        System.setProperty("jdk.httpclient.enableAllMethodRetry", "false");
    }
}
