package io.payonce.gateway;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** The whole service, started in this process on a free port. */
public final class Gateway implements AutoCloseable {
    public static final String KEY = "Authorization: Bearer key-of-the-shop-1";
    public static final String OTHER_KEY = "Authorization: Bearer key-of-the-other-2";
    public static final String JSON = "Content-Type: application/json";
    public static final String OLD_SECRET = "old-callback-secret";
    public static final String SECRET = "new-callback-secret";

    /** Nobody listens there. */
    public static final String NOWHERE = "127.0.0.1:1";

    private final ConfigurableApplicationContext context;

    private Gateway(ConfigurableApplicationContext context) {
        this.context = context;
    }

    public static Gateway start(List<String> upstreams, String... settings) {
        return start(Clock.systemUTC(), upstreams, settings);
    }

    /** Settings have the form {@code name=value}. */
    public static Gateway start(Clock clock, List<String> upstreams, String... settings) {
        var all = new LinkedHashMap<String, String>();
        all.put("payonce.command-urls", String.join(",", upstreams));
        all.put("payonce.api-keys", "shop=key-of-the-shop-1,other=key-of-the-other-2");
        all.put("payonce.callback-secrets.sandbox", OLD_SECRET + "," + SECRET);
        all.put("payonce.rate-limit-per-second", "100000");
        all.put("spring.kafka.bootstrap-servers", NOWHERE);
        all.put("server.port", "0");
        all.put("server.address", "127.0.0.1");
        all.put("logging.level.org.apache.kafka", "ERROR");
        for (var setting : settings) {
            var separator = setting.indexOf('=');
            all.put(setting.substring(0, separator), setting.substring(separator + 1));
        }
        var arguments = all.entrySet().stream().map(entry -> "--" + entry).toArray(String[]::new);
        return new Gateway(new SpringApplicationBuilder(GatewayApplication.class)
                .initializers(context ->
                        ((GenericApplicationContext) context).registerBean("testClock", Clock.class, () -> clock))
                .run(arguments));
    }

    public int port() {
        return Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer())
                .getPort();
    }

    public RawHttp http() {
        return new RawHttp(port());
    }

    @Override
    public void close() {
        context.close();
    }
}
